//===- BufferCopy.h - HBM to HBM copies of loop nests ---------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_BUFFERCOPY_H
#define GLIA_CONVERSION_GRAPHTOTILE_BUFFERCOPY_H

#include "KernelBuilder.h"
#include "LoopNest.h"

namespace glia {

/// Copies operand `from` of `nest` to operand `to`, elements of `elementBytes`,
/// in as few DMA as five pairs allow, contiguous runs innermost.
void copyNest(KernelBuilder &kernel, const LoopNest &nest, unsigned from,
              mlir::Value source, unsigned to, mlir::Value destination,
              unsigned elementBytes);

} // namespace glia

#endif
