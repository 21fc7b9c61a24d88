//===- EscapeNames.h - Names that are not text ----------------------------===//
//
// ONNX names are bytes in practice. What is made of them (object files, arrays
// in .npz files, JSON) wants UTF-8 without NUL, so that other names are
// rewritten once, at the border.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_ESCAPENAMES_H
#define GLIA_LIB_IMPORT_ONNX_ESCAPENAMES_H

#include <cstddef>

namespace onnx {
class GraphProto;
} // namespace onnx

namespace glia::onnx_import {

/// Writes NUL and, where a name is not UTF-8, every byte beyond ASCII as `\xFF`
/// in the names of nodes, tensors and dimensions. Returns how many different
/// names that changed. Names that become equal are defined twice (E1005).
size_t escapeNames(onnx::GraphProto &graph);

} // namespace glia::onnx_import

#endif
