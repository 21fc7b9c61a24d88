//===- WindowInput.h - The padded input of sliding windows ----------------===//
//
// What pooling and depthwise convolution load.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_WINDOWINPUT_H
#define GLIA_CONVERSION_GRAPHTOTILE_WINDOWINPUT_H

#include "KernelBuilder.h"
#include "WindowGeometry.h"

namespace glia {

/// The fp32 input of `band` for planes [firstPlane, firstPlane + planes), one a
/// partition, row after row as geometry.inputOf(band) says; padding has the
/// bits `padding`.
TileVariable loadWindowInput(KernelBuilder &kernel, mlir::Value buffer,
                             const WindowGeometry &geometry,
                             const OutputBand &band, int64_t firstPlane,
                             int64_t planes, uint32_t padding);

} // namespace glia

#endif
