//===- Unsupported.cpp - All that a model needs and Glia lacks ------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "Unsupported.h"
#include "Operators/Registry.h"
#include <map>

namespace glia::onnx_import {

static constexpr size_t mostListed = 8; // nodes of one kind
static constexpr size_t mostKinds = 64;

static std::string quote(llvm::StringRef name) {
  return "`" + escapeForMessage(name) + "`";
}

/// Why no row of the registry fits.
static std::string reasonFor(const Node &node) {
  std::vector<OperatorRow> rows = allOperators();
  bool known = llvm::any_of(rows, [&](const OperatorRow &row) {
    return row.name == node.opType && row.domain == node.domain;
  });
  std::string domain = escapeForMessage(describeDomain(node.domain));
  if (node.opset == 0)
    return "domain " + domain + ", which the model does not import";
  std::string place =
      "domain " + domain + ", opset " + std::to_string(node.opset);
  if (known && node.schema)
    return place + ", its form of opset " + std::to_string(node.sinceVersion);
  return known ? place + ", which does not have it" : place;
}

void UnsupportedList::addOperators(llvm::ArrayRef<Node> nodes) {
  std::map<std::pair<std::string, std::string>, std::vector<const Node *>>
      unsupported;
  for (const Node &node : nodes)
    if (!findOperator(node))
      unsupported[{node.domain, node.opType}].push_back(&node);
  if (unsupported.empty())
    return;
  std::string list;
  size_t count = 0;
  for (const auto &[key, users] : unsupported) {
    count += users.size();
    list += (list.empty() ? "" : ", ") + quote(key.second) + " (" +
            reasonFor(*users.front()) + "; " + std::to_string(users.size()) +
            (users.size() == 1 ? " node)" : " nodes)");
  }
  GliaError error(
      ErrorCode::E2000,
      std::to_string(unsupported.size()) +
          (unsupported.size() == 1 ? " operator is" : " operators are") +
          " not supported: " + list);
  std::string names;
  for (const auto &[key, users] : unsupported)
    for (const Node *node : llvm::ArrayRef(users).take_front(mostListed))
      names += (names.empty() ? "" : ", ") + describe(*node);
  error.with(count == 1 ? "node" : "nodes", names);
  error.remedy("`glia-cc list-operators` shows what is supported");
  entries.push_back({std::move(error)});
}

/// Errors that differ in their node only are one kind.
static bool sameKind(const GliaError &a, const GliaError &b) {
  return a.code == b.code && a.message == b.message && !a.facts.empty() &&
         a.facts.front().first == "node" && !b.facts.empty() &&
         llvm::ArrayRef(a.facts).drop_front() ==
             llvm::ArrayRef(b.facts).drop_front();
}

void UnsupportedList::add(const GliaError &error) {
  for (Entry &entry : entries)
    if (sameKind(entry.error, error)) {
      if (entry.nodes++ < mostListed)
        entry.error.facts.front().second += ", " + error.facts.front().second;
      return;
    }
  if (entries.size() < mostKinds)
    entries.push_back({error});
  else
    ++more;
}

llvm::Error UnsupportedList::collect(llvm::Error error) {
  llvm::Error rest = llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<GliaError> each) -> llvm::Error {
        if (getErrorInfo(each->code).errorClass != ErrorClass::unsupported)
          return llvm::Error(std::move(each));
        add(*each);
        return llvm::Error::success();
      });
  if (!rest || entries.empty())
    return rest;
  llvm::consumeError(std::move(rest));
  return take();
}

llvm::Error UnsupportedList::take() {
  llvm::Error all = llvm::Error::success();
  for (Entry &entry : entries) {
    if (entry.nodes > 1)
      entry.error.facts.front().first = "nodes";
    if (entry.nodes > mostListed)
      entry.error.facts.front().second +=
          " and " + std::to_string(entry.nodes - mostListed) + " more";
    all = llvm::joinErrors(std::move(all), makeError(std::move(entry.error)));
  }
  if (more > 0)
    all = llvm::joinErrors(
        std::move(all),
        makeError(ErrorCode::E2002,
                  llvm::Twine(more) + " more forms are not supported"));
  entries.clear();
  return all;
}

} // namespace glia::onnx_import
