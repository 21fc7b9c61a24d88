//===- InlineFunctions.h - Model-local functions --------------------------===//
//
// A function is no more than a way to write a graph. It is inlined before
// anything else looks, and the nodes that come out still know their path and
// the opset that their function imports.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_INLINEFUNCTIONS_H
#define GLIA_LIB_IMPORT_ONNX_INLINEFUNCTIONS_H

#include "glia/Import/ONNX/Importer.h"

namespace onnx {
class ModelProto;
class NodeProto;
} // namespace onnx

namespace glia::onnx_import {

/// Inlines all calls of model-local functions, those in subgraphs as well, and
/// gives each node its path: "17", or "17/2" for the third node of the function
/// that node 17 calls. Errors: E1002 to E1006, E1016, E2003, E4001, E4002.
llvm::Error inlineFunctions(onnx::ModelProto &model, const ImportLimits &limits,
                            std::vector<ImportWarning> &warnings);
/// The path that inlineFunctions gave to a node.
std::string takePath(const onnx::NodeProto &node);
/// The opset of the node's domain where it stood; 0 when that was not imported.
int64_t takeOpset(const onnx::NodeProto &node);

} // namespace glia::onnx_import

#endif
