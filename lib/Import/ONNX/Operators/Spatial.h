//===- Spatial.h - Kernels, strides and pads ------------------------------===//
//
// What convolution and pooling have in common: the attributes that place a
// kernel on spatial dimensions, and the extents that come out.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_OPERATORS_SPATIAL_H
#define GLIA_LIB_IMPORT_ONNX_OPERATORS_SPATIAL_H

#include "lib/Import/ONNX/NodeImporter.h"

namespace glia::onnx_import {

struct Spatial {
  Shape kernel, strides, pads, dilations; // pads: all begins, then all ends
  Shape outputs;                          // spatial extents of the result
  bool grewByCeiling = false;             // ceil_mode made pads larger
};

/// Convolutions have operands of one rank, 3 or 4. Errors: E1009, E2002.
llvm::Error checkConvolutionRanks(const NodeImporter &importer,
                                  const Value &input, const Value &weight);

/// Reads strides, pads, auto_pad, dilations and ceil_mode for a kernel over the
/// dimensions of `input` from the third on. Errors: E1004, E1009, E2002.
llvm::Expected<Spatial> readSpatial(const NodeImporter &importer,
                                    const Value &input, Shape kernel);

} // namespace glia::onnx_import

#endif
