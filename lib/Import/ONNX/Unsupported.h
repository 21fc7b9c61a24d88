//===- Unsupported.h - All that a model needs and Glia lacks --------------===//
//
// A user who meets one unsupported operator, attribute or type wants to know
// the rest, too. So the import goes on after each, past the nodes that depend
// on it, and reports all of them together.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_UNSUPPORTED_H
#define GLIA_LIB_IMPORT_ONNX_UNSUPPORTED_H

#include "Model.h"

namespace glia::onnx_import {

class UnsupportedList {
public:
  /// E2000 with every operator that no row of the registry fits.
  void addOperators(llvm::ArrayRef<Node> nodes);
  /// Keeps errors of class unsupported and returns success. Another error is
  /// returned, or the list in its place where there is one: it comes first.
  llvm::Error collect(llvm::Error error);
  bool empty() const { return entries.empty(); }
  /// One error for each kind, with its nodes; the list is empty afterwards.
  llvm::Error take();

private:
  struct Entry {
    GliaError error;
    size_t nodes = 1;
  };
  void add(const GliaError &error);

  std::vector<Entry> entries;
  size_t more = 0; // not kept
};

} // namespace glia::onnx_import

#endif
