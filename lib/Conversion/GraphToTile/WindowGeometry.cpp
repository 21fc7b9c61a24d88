//===- WindowGeometry.cpp - Sliding windows over padded images ------------===//
//
// See WindowGeometry.h.
//
//===----------------------------------------------------------------------===//
#include "WindowGeometry.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace glia;

WindowGeometry WindowGeometry::make(llvm::ArrayRef<int64_t> inputSizes,
                                    llvm::ArrayRef<int64_t> outputSizes,
                                    llvm::ArrayRef<int64_t> kernel,
                                    llvm::ArrayRef<int64_t> strides,
                                    llvm::ArrayRef<int64_t> dilations,
                                    llvm::ArrayRef<int64_t> pads) {
  WindowGeometry geometry;
  size_t rank = inputSizes.size();
  geometry.isTwoDimensional = rank == 2;
  for (size_t i = 0; i < rank; ++i) {
    size_t to = 2 - rank + i;
    geometry.input[to] = inputSizes[i];
    geometry.output[to] = outputSizes[i];
    geometry.kernel[to] = kernel[i];
    geometry.stride[to] = strides[i];
    geometry.dilation[to] = dilations[i];
    geometry.padBegin[to] = pads[i];
  }
  return geometry;
}

InputBox WindowGeometry::inputOf(const OutputBand &band) const {
  // With one kernel row, input rows between the strides are never read.
  int64_t rowStep = kernel[0] == 1 ? stride[0] : 1;
  int64_t lastTap = (kernel[1] - 1) / copies * copies;
  return {band.row * stride[0], rowStep,
          (band.rows - 1) * (stride[0] / rowStep) +
              (kernel[0] - 1) * dilation[0] + 1,
          band.column * stride[1],
          (band.columns - 1) * stride[1] + lastTap * dilation[1] + 1};
}

/// Rounds towards plus infinity, for any sign of `a`.
static int64_t ceilDivide(int64_t a, int64_t b) {
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

TileRectangle WindowGeometry::interior(const InputBox &box,
                                       int64_t copy) const {
  int64_t top = std::clamp<int64_t>(
      ceilDivide(padBegin[0] - box.firstRow, box.rowStep), 0, box.rows);
  int64_t bottom = std::clamp<int64_t>(
      ceilDivide(input[0] + padBegin[0] - box.firstRow, box.rowStep), 0,
      box.rows);
  int64_t shift = padBegin[1] - box.firstColumn - copy * dilation[1];
  int64_t left = std::clamp<int64_t>(shift, 0, box.columns),
          right = std::clamp<int64_t>(input[1] + shift, 0, box.columns);
  return {top, bottom - top, left, right - left};
}

llvm::SmallVector<TileRectangle, 4>
WindowGeometry::borders(const InputBox &box) const {
  TileRectangle first = interior(box, 0), last = interior(box, copies - 1);
  // Shifting left moves both edges left: the common interior is from the first
  // copy's left edge to the last one's right edge.
  int64_t left = first.column, right = last.column + last.columns;
  if (first.rows <= 0 || right <= left)
    return {{0, box.rows, 0, box.columns}};
  llvm::SmallVector<TileRectangle, 4> borders;
  auto add = [&](int64_t row, int64_t rows, int64_t column, int64_t columns) {
    if (rows > 0 && columns > 0)
      borders.push_back({row, rows, column, columns});
  };
  int64_t bottom = first.row + first.rows;
  add(0, first.row, 0, box.columns);
  add(bottom, box.rows - bottom, 0, box.columns);
  add(first.row, first.rows, 0, left);
  add(first.row, first.rows, right, box.columns - right);
  return borders;
}

llvm::SmallVector<OutputBand> WindowGeometry::bands(int64_t budget,
                                                    int64_t bytesPerInput,
                                                    int64_t bytesPerOutput,
                                                    int64_t rowGrain) const {
  auto fits = [&](int64_t rows, int64_t columns) {
    InputBox box = inputOf({0, rows, 0, columns});
    // Strides of access patterns are 16-bit: a row step inside the tile must
    // not exceed that.
    return std::max(stride[0], dilation[0]) * box.columns <= INT16_MAX &&
           box.rows <= UINT16_MAX &&
           box.rows * box.columns * bytesPerInput +
                   rows * columns * bytesPerOutput <=
               budget;
  };
  auto largest = [](int64_t limit,
                    auto holds) { // largest n in 1..limit that holds, 0 if none
    int64_t low = 0, high = limit;
    while (low < high) {
      int64_t middle = (low + high + 1) / 2;
      holds(middle) ? low = middle : high = middle - 1;
    }
    return low;
  };
  int64_t rows =
              largest(output[0], [&](int64_t n) { return fits(n, output[1]); }),
          columns = output[1];
  if (rows == 0) {
    rows = 1;
    columns = largest(output[1], [&](int64_t n) { return fits(1, n); });
  } else if (rows < output[0] && rows > rowGrain) {
    rows = rows / rowGrain * rowGrain;
  }
  llvm::SmallVector<OutputBand> bands;
  if (columns == 0)
    return bands;
  for (int64_t row = 0; row < output[0]; row += rows)
    for (int64_t column = 0; column < output[1]; column += columns)
      bands.push_back({row, std::min(rows, output[0] - row), column,
                       std::min(columns, output[1] - column)});
  return bands;
}
