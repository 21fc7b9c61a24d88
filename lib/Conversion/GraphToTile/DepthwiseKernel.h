//===- DepthwiseKernel.h - Convolutions of single channels ----------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_DEPTHWISEKERNEL_H
#define GLIA_CONVERSION_GRAPHTOTILE_DEPTHWISEKERNEL_H

#include "KernelBuilder.h"

namespace glia {

/// One input and one output channel a group, and products that round: the
/// order of Scalar and Vector.
bool isDepthwise(graph::ConvolutionOp op);

/// The root of `fusion` is depthwise, its result not empty.
mlir::LogicalResult lowerDepthwise(KernelBuilder &kernel,
                                   graph::FusionOp fusion);

} // namespace glia

#endif
