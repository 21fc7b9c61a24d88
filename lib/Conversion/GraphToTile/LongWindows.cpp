//===- LongWindows.cpp - Pooling windows of any size ----------------------===//
//
// Each window of a band is brought into its partition for itself, elements in
// the op's order and one piece of 2048 at a time, so that a piece is a row and
// rows join as in every reduction. Overlaps are loaded again: windows like
// these are few.
//
//===----------------------------------------------------------------------===//
#include "LongWindows.h"
#include "Reduction.h"
#include "dialects/Graph/NumericOrder.h"

using namespace glia;
using namespace mlir;
using glia::tile::AccessPattern;
using glia::tile::BufferPattern;

/// Taps [begin, end) of one dimension.
struct TapRange {
  int64_t begin, end;
  bool operator==(const TapRange &) const = default;
};

static int64_t ceilDivide(int64_t a, int64_t b) {
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

namespace {
class LongWindows {
public:
  LongWindows(KernelBuilder &kernel, graph::WindowOp op,
              const WindowGeometry &geometry, const OutputBand &band,
              int64_t firstPlane, int64_t planes)
      : kernel(kernel), op(op), geometry(geometry), band(band),
        firstPlane(firstPlane), planes(planes) {}
  TileVariable join();

private:
  /// The element of the input under tap 0 of the window at `output`.
  int64_t origin(unsigned dimension, int64_t output) const {
    return output * geometry.stride[dimension] - geometry.padBegin[dimension];
  }
  /// Those of `taps` that lie on the input.
  TapRange clip(unsigned dimension, int64_t output, TapRange taps) const;
  bool touchesPadding() const;
  bool isMax() { return op.getKind() == graph::WindowKind::max; }
  TileVariable loadPiece(const graph::Piece &piece);
  void loadBox(TileVariable &tile, int64_t length, int64_t position,
               TapRange rows, TapRange columns);

  KernelBuilder &kernel;
  graph::WindowOp op;
  const WindowGeometry &geometry;
  const OutputBand &band;
  int64_t firstPlane, planes;
};
} // namespace

TapRange LongWindows::clip(unsigned dimension, int64_t output,
                           TapRange taps) const {
  int64_t dilation = geometry.dilation[dimension],
          first = origin(dimension, output);
  return {std::max(taps.begin, ceilDivide(-first, dilation)),
          std::min(taps.end,
                   ceilDivide(geometry.input[dimension] - first, dilation))};
}

bool LongWindows::touchesPadding() const {
  auto isOutside = [&](unsigned dimension, int64_t output) {
    TapRange all{0, geometry.kernel[dimension]};
    return !(clip(dimension, output, all) == all);
  };
  return isOutside(0, band.row) || isOutside(1, band.column) ||
         isOutside(1, band.column + band.columns - 1);
}

/// Kernel rows and columns of all windows to `position` of their rows of
/// `length`; neighbouring windows that lie on the input alike in one transfer.
void LongWindows::loadBox(TileVariable &tile, int64_t length, int64_t position,
                          TapRange rows, TapRange columns) {
  int64_t height = geometry.input[0], width = geometry.input[1],
          boxWidth = columns.end - columns.begin;
  TapRange insideRows = clip(0, band.row, rows);
  if (insideRows.begin >= insideRows.end)
    return;
  int64_t row = origin(0, band.row) + insideRows.begin * geometry.dilation[0];
  for (int64_t first = 0, next; first < band.columns; first = next) {
    TapRange inside = clip(1, band.column + first, columns);
    next = first + 1;
    while (next < band.columns &&
           clip(1, band.column + next, columns) == inside)
      ++next;
    if (inside.begin >= inside.end)
      continue;
    int64_t column =
        origin(1, band.column + first) + inside.begin * geometry.dilation[1];
    int64_t taps = inside.end - inside.begin,
            lines = insideRows.end - insideRows.begin;
    kernel.load(tile,
                AccessPattern::strided(
                    planes,
                    {{next - first, length}, {lines, boxWidth}, {taps, 1}}, 0,
                    first * length + position +
                        (insideRows.begin - rows.begin) * boxWidth +
                        inside.begin - columns.begin),
                kernel.bufferOf(op.getInput()),
                BufferPattern::strided(
                    ((firstPlane * height + row) * width + column) * 4,
                    {{planes, height * width * 4},
                     {next - first, geometry.stride[1] * 4},
                     {lines, geometry.dilation[0] * width * 4},
                     {taps, geometry.dilation[1] * 4}}));
  }
}

TileVariable LongWindows::loadPiece(const graph::Piece &piece) {
  constexpr uint32_t minusInfinity = 0xFF800000;
  int64_t elements = band.columns * piece.length;
  TileVariable tile =
      kernel.sbuf(planes, elements, kernel.builder.getF32Type());
  if (touchesPadding())
    kernel.memset(tile, AccessPattern::contiguous(planes, elements),
                  isMax() ? minusInfinity : 0);
  LoopNest taps;
  taps.operands.emplace_back();
  taps.addLoop(geometry.kernel[0], {geometry.kernel[1]});
  taps.addLoop(geometry.kernel[1], {1});
  int64_t position = 0;
  forEachBoxOfRange(taps, piece.offset, piece.length, [&](const LoopNest &box) {
    int64_t row = box.operands[0].offset / geometry.kernel[1],
            column = box.operands[0].offset % geometry.kernel[1];
    loadBox(tile, piece.length, position, {row, row + box.extents[0]},
            {column, column + box.extents[1]});
    position += box.iterations();
  });
  return tile;
}

TileVariable LongWindows::join() {
  std::optional<TileView> total;
  int64_t window = geometry.kernel[0] * geometry.kernel[1];
  for (const graph::Piece &piece : graph::reductionPieces(window)) {
    LoopNest nest;
    nest.extents = {planes, band.columns, piece.length};
    Reduction reduction(kernel, nest, 1,
                        isMax() ? isa::ReduceOp::max : isa::ReduceOp::add,
                        graph::reductionCut);
    TileVariable loaded = loadPiece(piece);
    TileView value =
        reduction.reduce(TileView(loaded.version, {piece.length, 1}));
    total = total ? reduction.join(*total, value) : value;
  }
  return {total->type, total->tile};
}

SmallVector<OutputBand> glia::longWindowBands(const KernelBuilder &kernel,
                                              const WindowGeometry &geometry) {
  int64_t length =
      std::min(geometry.kernel[0] * geometry.kernel[1], graph::reductionCut);
  int64_t columns = std::clamp<int64_t>(
      kernel.sbufBudget() / 2 / (4 * length + 16), 1, geometry.output[1]);
  SmallVector<OutputBand> bands;
  for (int64_t row = 0; row < geometry.output[0]; ++row)
    for (int64_t column = 0; column < geometry.output[1]; column += columns)
      bands.push_back(
          {row, 1, column, std::min(columns, geometry.output[1] - column)});
  return bands;
}

TileVariable glia::joinLongWindows(KernelBuilder &kernel, graph::WindowOp op,
                                   const WindowGeometry &geometry,
                                   const OutputBand &band, int64_t firstPlane,
                                   int64_t planes) {
  return LongWindows(kernel, op, geometry, band, firstPlane, planes).join();
}
