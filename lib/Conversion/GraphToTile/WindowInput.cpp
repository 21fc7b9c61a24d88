//===- WindowInput.cpp - The padded input of sliding windows --------------===//
//
// See WindowInput.h.
//
//===----------------------------------------------------------------------===//
#include "WindowInput.h"

using namespace glia;
using glia::tile::AccessPattern;
using glia::tile::BufferPattern;

TileVariable glia::loadWindowInput(KernelBuilder &kernel, mlir::Value buffer,
                                   const WindowGeometry &geometry,
                                   const OutputBand &band, int64_t firstPlane,
                                   int64_t planes, uint32_t padding) {
  InputBox box = geometry.inputOf(band);
  TileVariable tile =
      kernel.sbuf(planes, box.rows * box.columns, kernel.builder.getF32Type());
  for (const TileRectangle &border : geometry.borders(box))
    kernel.memset(tile,
                  AccessPattern::strided(
                      planes, {{border.rows, box.columns}, {border.columns, 1}},
                      0, border.row * box.columns + border.column),
                  padding);
  TileRectangle inside = geometry.interior(box, 0);
  if (inside.rows <= 0 || inside.columns <= 0)
    return tile;
  int64_t height = geometry.input[0], width = geometry.input[1];
  int64_t row = box.firstRow + inside.row * box.rowStep - geometry.padBegin[0];
  int64_t column = box.firstColumn + inside.column - geometry.padBegin[1];
  kernel.load(
      tile,
      AccessPattern::strided(planes,
                             {{inside.rows, box.columns}, {inside.columns, 1}},
                             0, inside.row * box.columns + inside.column),
      buffer,
      BufferPattern::strided(((firstPlane * height + row) * width + column) * 4,
                             {{planes, height * width * 4},
                              {inside.rows, box.rowStep * width * 4},
                              {inside.columns, 4}}));
  return tile;
}
