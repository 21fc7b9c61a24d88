//===- NodeModel.h - One node of a model as a model of its own ------------===//
//
// For reproducers: first what the node reads and gives is imported as the
// outputs of a graph, then, with their values, the node is written as a model.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_IMPORT_ONNX_NODEMODEL_H
#define GLIA_IMPORT_ONNX_NODEMODEL_H

#include "glia/Import/ONNX/Importer.h"
#include "llvm/ADT/StringSet.h"

namespace glia {

struct NodeOperands {
  /// @main gives the operands and results of the node, by their ONNX names;
  /// nothing is computed that they do not need.
  ImportResult graph;
  /// Those that no input of the model changes.
  llvm::StringSet<> constants;
};

/// `nodePath` as in the debug map ("12"), functions inlined. Fails without a code
/// for nodes that have subgraphs, or are in one; else the errors of importing.
llvm::Expected<NodeOperands> importNodeOperands(mlir::MLIRContext &context,
                                                llvm::StringRef path,
                                                llvm::StringRef nodePath,
                                                const ImportOptions &options);

/// Writes a model of the node alone: constant operands are initializers, the
/// others inputs; `values` has a tensor for each operand and result. Fails
/// without a code as above and for attributes that are not kept; else E5801.
llvm::Error writeNodeModel(llvm::StringRef path, llvm::StringRef nodePath,
                           const ImportLimits &limits,
                           const NamedTensors &values,
                           const llvm::StringSet<> &constants,
                           llvm::StringRef output);

} // namespace glia

#endif
