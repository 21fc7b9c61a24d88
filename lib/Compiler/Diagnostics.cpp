//===- Diagnostics.cpp - MLIR's diagnostics as coded errors ---------------===//
//
// At most eight errors of one run are passed on: after a broken op the rest
// are usually its echoes.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Diagnostics.h"
#include "dialects/Graph/NodeLocation.h"

using namespace glia;
using namespace mlir;

static constexpr size_t maxErrors = 8;

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        add(diagnostic);
        return success();
      }) {}

void DiagnosticCollector::add(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
    warnings.push_back(diagnostic.str());
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error ||
      errors.size() == maxErrors)
    return;
  Seen seen;
  seen.message = diagnostic.str();
  if (std::optional<graph::NodeReference> node =
          graph::parseNodeLocation(diagnostic.getLocation())) {
    seen.node = node->name.empty()
                    ? node->path.str()
                    : (node->name + " (" + node->path + ")").str();
    seen.operatorName = node->opType.str();
  } else if (auto file = dyn_cast<FileLineColLoc>(diagnostic.getLocation())) {
    seen.node = "line " + std::to_string(file.getLine()) + ", column " +
                std::to_string(file.getColumn());
  }
  for (Diagnostic &note : diagnostic.getNotes())
    if (!StringRef(note.str()).starts_with("see current operation"))
      seen.notes.push_back(note.str());
  errors.push_back(std::move(seen));
}

llvm::Error DiagnosticCollector::take(ErrorCode fallback, StringRef where) {
  if (errors.empty())
    return makeError(std::move(GliaError(fallback, "failed without a message")
                                   .with("in", where.str())));
  llvm::Error all = llvm::Error::success();
  for (Seen &seen : errors) {
    ErrorCode code = fallback;
    StringRef text = seen.message;
    if (auto [prefix, rest] = text.split(": "); prefix.starts_with("GLIA-E"))
      if (std::optional<ErrorCode> own = parseCode(prefix)) {
        code = *own;
        text = rest;
      }
    GliaError error(code, text.str());
    error.with("in", where.str());
    if (!seen.node.empty())
      error.with(seen.operatorName.empty() ? "at" : "node", seen.node);
    if (!seen.operatorName.empty())
      error.with("op", seen.operatorName);
    for (const std::string &note : seen.notes)
      error.with("note", note);
    all = llvm::joinErrors(std::move(all), makeError(std::move(error)));
  }
  errors.clear();
  return all;
}
