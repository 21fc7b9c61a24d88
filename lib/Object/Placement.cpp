//===- Placement.cpp - Text of shards, layouts and groups -----------------===//
//
// Both directions of each form stand together, so that what is printed is what
// is read.
//
//===----------------------------------------------------------------------===//
#include "Placement.h"
#include "glia/Support/Error.h"

using namespace llvm;

namespace glia::object {

/// `OPEN 1, 2, 3 CLOSE`.
template <typename T>
static void readList(AssemblyCursor &cursor, char open, char close,
                     SmallVectorImpl<T> &values) {
  cursor.expect(open);
  while (!cursor.failed() && !cursor.consume(close)) {
    if (!values.empty())
      cursor.expect(',');
    values.push_back(cursor.number<T>());
  }
}

template <typename Range>
static void printList(const Range &values, char open, char close,
                      raw_ostream &os) {
  os << open;
  interleaveComma(values, os);
  os << close;
}

static constexpr StringRef stepNames[] = {"permute", "pad", "tile"};

static bool readStep(AssemblyCursor &cursor, Binding &binding) {
  for (auto [kind, name] : enumerate(stepNames))
    if (cursor.consumeWord(name)) {
      LayoutStep step{LayoutStep::Kind(kind), {}};
      readList(cursor, '(', ')', step.values);
      binding.layout.push_back(std::move(step));
      return true;
    }
  return false;
}

void readPlacement(AssemblyCursor &cursor, Binding &binding) {
  if (cursor.consumeWord("part"))
    readList(cursor, '[', ']', binding.partShape);
  while (!cursor.failed() && cursor.consumeWord("on")) {
    Shard shard{cursor.number<uint32_t>(), {}};
    readList(cursor, '(', ')', shard.part);
    binding.shards.push_back(std::move(shard));
  }
  while (!cursor.failed() && readStep(cursor, binding))
    ;
}

void printPlacement(const Binding &binding, raw_ostream &os) {
  if (!binding.shards.empty()) {
    os << " part ";
    printList(binding.partShape, '[', ']', os);
  }
  for (const Shard &shard : binding.shards) {
    os << " on " << shard.core << ' ';
    printList(shard.part, '(', ')', os);
  }
  for (const LayoutStep &step : binding.layout) {
    os << ' ' << stepNames[step.kind] << ' ';
    printList(step.values, '(', ')', os);
  }
}

void readPlacement(AssemblyCursor &cursor, ConstantSpan &constant) {
  constant.isInitial = cursor.consumeWord("initial");
  while (!cursor.failed() && cursor.consumeWord("on"))
    constant.cores.push_back(cursor.number<uint32_t>());
}

void printPlacement(const ConstantSpan &constant, raw_ostream &os) {
  if (constant.isInitial)
    os << " initial";
  for (uint32_t core : constant.cores)
    os << " on " << core;
}

void readPlacement(AssemblyCursor &cursor, ReplicaGroups &set) {
  while (!cursor.failed() && !cursor.atEnd()) {
    SmallVector<uint32_t> ranks;
    readList(cursor, '(', ')', ranks);
    set.groups.emplace_back(ranks.begin(), ranks.end());
  }
}

void printPlacement(const ReplicaGroups &set, raw_ostream &os) {
  for (const std::vector<uint32_t> &group : set.groups) {
    os << ' ';
    printList(group, '(', ')', os);
  }
}

} // namespace glia::object

namespace glia {

template <typename T>
static std::string format(const T &value) {
  std::string text;
  raw_string_ostream os(text);
  object::printPlacement(value, os);
  return StringRef(text).ltrim().str();
}

template <typename T>
static Error parse(StringRef text, T &value) {
  AssemblyCursor cursor(text);
  object::readPlacement(cursor, value);
  if (!cursor.failed() && !cursor.atEnd())
    cursor.fail("expects the end of the line");
  return cursor.failed() ? makeError(ErrorCode::E1206, cursor.message())
                         : Error::success();
}

std::string formatPlacement(const Binding &binding) { return format(binding); }
std::string formatPlacement(const ConstantSpan &constant) {
  return format(constant);
}
std::string formatPlacement(const ReplicaGroups &set) { return format(set); }
Error parsePlacement(StringRef text, Binding &binding) {
  return parse(text, binding);
}
Error parsePlacement(StringRef text, ConstantSpan &constant) {
  return parse(text, constant);
}
Error parsePlacement(StringRef text, ReplicaGroups &set) {
  return parse(text, set);
}

} // namespace glia
