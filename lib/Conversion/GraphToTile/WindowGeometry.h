//===- WindowGeometry.h - Sliding windows over padded images --------------===//
//
// The integer geometry that convolution and pooling share: which part of the
// padded input a band of the output needs, and which part of that is padding.
// One spatial dimension is an image of one row. No IR.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_WINDOWGEOMETRY_H
#define GLIA_CONVERSION_GRAPHTOTILE_WINDOWGEOMETRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>

namespace glia {

/// Output rows [row, row + rows) and columns [column, column + columns).
struct OutputBand {
  int64_t row, rows, column, columns;
};

/// What a tile holds: rows firstRow, firstRow + rowStep, ... and columns from
/// firstColumn on, in padded coordinates.
struct InputBox {
  int64_t firstRow, rowStep, rows, firstColumn, columns;
};

/// A part of a box, in the box's own coordinates.
struct TileRectangle {
  int64_t row, rows, column, columns;
};

struct WindowGeometry {
  bool isTwoDimensional = true;
  // Row, column. padEnd follows from the output's size.
  std::array<int64_t, 2> input{1, 1}, output{1, 1}, kernel{1, 1}, stride{1, 1},
      dilation{1, 1}, padBegin{0, 0};
  /// Copy t of the input in a tile is shifted left by t taps; a window then
  /// starts only at every copies-th tap of a row.
  int64_t copies = 1;

  /// `spatial*` as graph ops have them: one or two entries, pads all begins
  /// first.
  static WindowGeometry
  make(llvm::ArrayRef<int64_t> inputSizes, llvm::ArrayRef<int64_t> outputSizes,
       llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
       llvm::ArrayRef<int64_t> dilations, llvm::ArrayRef<int64_t> pads);

  InputBox inputOf(const OutputBand &band) const;
  /// The part of `box` that copy `copy` takes from the input; the sizes may be
  /// 0 or less.
  TileRectangle interior(const InputBox &box, int64_t copy) const;
  /// Covers what is padding in any copy.
  llvm::SmallVector<TileRectangle, 4> borders(const InputBox &box) const;
  /// Cuts the output so that `bytesPerInput` x the box's elements +
  /// `bytesPerOutput` x the band's fit `budget`. Whole rows if one row fits,
  /// and then in multiples of `rowGrain` where possible. Empty if not even one
  /// pixel fits.
  llvm::SmallVector<OutputBand> bands(int64_t budget, int64_t bytesPerInput,
                                      int64_t bytesPerOutput,
                                      int64_t rowGrain) const;
};

} // namespace glia

#endif
