//===- LongWindows.h - Pooling windows of any size ------------------------===//
//
// For windows that one reduce instruction must not join (the sum is cut every
// 2048) or whose input does not fit in a partition beside its neighbours'.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_LONGWINDOWS_H
#define GLIA_CONVERSION_GRAPHTOTILE_LONGWINDOWS_H

#include "KernelBuilder.h"
#include "WindowGeometry.h"

namespace glia {

/// Bands of one output row that the function below takes.
llvm::SmallVector<OutputBand> longWindowBands(const KernelBuilder &kernel,
                                              const WindowGeometry &geometry);

/// The joined windows of `band` for planes [firstPlane, firstPlane + planes).
TileVariable joinLongWindows(KernelBuilder &kernel, graph::WindowOp op,
                             const WindowGeometry &geometry,
                             const OutputBand &band, int64_t firstPlane,
                             int64_t planes);

} // namespace glia

#endif
