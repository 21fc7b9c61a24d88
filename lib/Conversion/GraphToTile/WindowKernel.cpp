//===- WindowKernel.cpp - Pooling -----------------------------------------===//
//
// Images and channels on partitions, pixels along them. The input stands in a
// padded tile (-inf for a maximum, +0 for an average); one reduce instruction
// joins kernel rows and columns of all windows of a band, in the op's order.
// An average is divided by the number of elements, which differs only near
// the edges: one instruction per rectangle of equal counts.
//
//===----------------------------------------------------------------------===//
#include "Epilogue.h"
#include "LongWindows.h"
#include "WindowInput.h"
#include "dialects/Graph/NumericOrder.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

/// Neighbouring output rows or columns whose windows hold `count` real
/// elements.
struct CountRun {
  int64_t begin, size, count;
};

class WindowKernel {
public:
  WindowKernel(KernelBuilder &kernel, graph::FusionOp fusion)
      : kernel(kernel), op(cast<graph::WindowOp>(fusion.getRoot())),
        epilogue(kernel, fusion),
        geometry(WindowGeometry::make(
            op.getInput().getType().getShape().drop_front(2),
            op.getResult().getType().getShape().drop_front(2), op.getKernel(),
            op.getStrides(), op.getDilations(), op.getPads())) {}

  LogicalResult lower();

private:
  LogicalResult lowerPlanes(const LoopNest &nest, int64_t firstPlane,
                            const SmallVector<OutputBand> &bands);
  TileVariable join(const OutputBand &band, int64_t firstPlane, int64_t planes);
  TileVariable divide(const TileVariable &sum, const OutputBand &band,
                      int64_t planes);
  SmallVector<CountRun> countRuns(unsigned dimension, int64_t begin,
                                  int64_t size);
  bool isMax() { return op.getKind() == graph::WindowKind::max; }

  KernelBuilder &kernel;
  graph::WindowOp op;
  Epilogue epilogue;
  WindowGeometry geometry;
  bool isLong = false;
};

} // namespace

/// Output positions [begin, begin + size) in runs of windows with equally many
/// real elements along `dimension`.
SmallVector<CountRun> WindowKernel::countRuns(unsigned dimension, int64_t begin,
                                              int64_t size) {
  SmallVector<CountRun> runs;
  for (int64_t position = begin; position < begin + size; ++position) {
    int64_t count = 0;
    for (int64_t tap = 0; tap < geometry.kernel[dimension]; ++tap) {
      int64_t index = position * geometry.stride[dimension] +
                      tap * geometry.dilation[dimension] -
                      geometry.padBegin[dimension];
      count += op.getCountIncludePad() ||
               (index >= 0 && index < geometry.input[dimension]);
    }
    if (!runs.empty() && runs.back().count == count)
      ++runs.back().size;
    else
      runs.push_back({position - begin, 1, count});
  }
  return runs;
}

TileVariable WindowKernel::divide(const TileVariable &sum,
                                  const OutputBand &band, int64_t planes) {
  TileVariable mean = kernel.sbuf(planes, band.rows * band.columns,
                                  kernel.builder.getF32Type());
  for (const CountRun &rows : countRuns(0, band.row, band.rows))
    for (const CountRun &columns : countRuns(1, band.column, band.columns)) {
      auto pattern = AccessPattern::strided(
          planes, {{rows.size, band.columns}, {columns.size, 1}}, 0,
          rows.begin * band.columns + columns.begin);
      kernel.tensorScalar(mean, pattern, sum, pattern, isa::AluOp::divide,
                          ScalarSource::immediate(
                              static_cast<float>(rows.count * columns.count)));
    }
  return mean;
}

TileVariable WindowKernel::join(const OutputBand &band, int64_t firstPlane,
                                int64_t planes) {
  InputBox box = geometry.inputOf(band);
  constexpr uint32_t minusInfinity = 0xFF800000;
  TileVariable input =
      loadWindowInput(kernel, kernel.bufferOf(op.getInput()), geometry, band,
                      firstPlane, planes, isMax() ? minusInfinity : 0);
  TileVariable joined = kernel.sbuf(planes, band.rows * band.columns,
                                    kernel.builder.getF32Type());
  auto windows = AccessPattern::strided(
      planes, {{band.rows, geometry.stride[0] / box.rowStep * box.columns},
               {band.columns, geometry.stride[1]},
               {geometry.kernel[0], geometry.dilation[0] * box.columns},
               {geometry.kernel[1], geometry.dilation[1]}});
  kernel.reduce(joined,
                AccessPattern::contiguous(planes, band.rows * band.columns),
                isMax() ? isa::ReduceOp::max : isa::ReduceOp::add, input,
                windows, /*axes=*/2);
  return joined;
}

/// Cuts bands whose windows have more elements than one instruction may read.
static SmallVector<OutputBand> cutBands(ArrayRef<OutputBand> bands,
                                        int64_t window) {
  constexpr int64_t mostElements = int64_t(1) << 18; // check operand_size
  SmallVector<OutputBand> cut;
  for (const OutputBand &band : bands) {
    int64_t columns = std::min(band.columns, mostElements / window),
            rows = columns < band.columns
                       ? 1
                       : std::min(band.rows, mostElements / window / columns);
    for (int64_t row = 0; row < band.rows; row += rows)
      for (int64_t column = 0; column < band.columns; column += columns)
        cut.push_back({band.row + row, std::min(rows, band.rows - row),
                       band.column + column,
                       std::min(columns, band.columns - column)});
  }
  return cut;
}

/// `nest`: planes (at most 128, the first of them `firstPlane`), then the
/// spatial loops.
LogicalResult WindowKernel::lowerPlanes(const LoopNest &nest,
                                        int64_t firstPlane,
                                        const SmallVector<OutputBand> &bands) {
  int64_t planes = nest.extents[0];
  for (const OutputBand &band : bands) {
    TileVariable joined =
        isLong ? joinLongWindows(kernel, op, geometry, band, firstPlane, planes)
               : join(band, firstPlane, planes);
    TileVariable result = isMax() ? joined : divide(joined, band, planes);

    LoopNest tile = nest;
    if (geometry.isTwoDimensional)
      tile = sliceLoop(tile, 1, band.row, band.rows);
    tile = sliceLoop(tile, tile.loops() - 1, band.column, band.columns);
    LogicalResult emitted = geometry.isTwoDimensional
                                ? epilogue.emit(tile, result, {band.columns, 1})
                                : epilogue.emit(tile, result, {1});
    if (failed(emitted))
      return failure();
  }
  return success();
}

/// Images and channels as one loop, if all values of the fusion walk them so;
/// spatial loops stay as they are.
static std::optional<LoopNest> flattenPlanes(const LoopNest &nest) {
  SmallVector<unsigned, 4> groups(nest.loops() - 1, 1);
  groups[0] = 2;
  LoopNest flat = collapseGroups(nest, groups);
  if (groups[0] > 1)
    return std::nullopt;
  // Loops of one trip were dropped; put them back in their places.
  Sizes none(flat.operands.size(), 0);
  for (unsigned loop = 0; loop < groups.size(); ++loop) {
    if (groups[loop] == 1)
      continue;
    flat.extents.insert(flat.extents.begin() + loop, 1);
    for (LoopNest::Operand &operand : flat.operands)
      operand.strides.insert(operand.strides.begin() + loop, 0);
  }
  return flat;
}

LogicalResult WindowKernel::lower() {
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  if (elementCount(shape) == 0)
    return success();
  SmallVector<OutputBand> bands =
      geometry.bands(kernel.sbufBudget() / 2, 4, 12, 1);
  int64_t window = geometry.kernel[0] * geometry.kernel[1];
  isLong = bands.empty() || window > graph::reductionCut;
  bands = isLong ? longWindowBands(kernel, geometry) : cutBands(bands, window);

  LoopNest nest = epilogue.nest();
  LogicalResult result = success();
  int64_t plane = 0;
  auto lowerAll = [&](const LoopNest &planes) {
    forEachSlice(planes, 0, kernel.maxM(), [&](const LoopNest &slice) {
      if (succeeded(result))
        result = lowerPlanes(slice, plane, bands);
      plane += slice.extents[0];
    });
  };
  if (std::optional<LoopNest> flat = flattenPlanes(nest))
    lowerAll(*flat);
  else
    forEachOuter(nest, 1, lowerAll);
  return result;
}

LogicalResult glia::lowerWindow(KernelBuilder &kernel, graph::FusionOp fusion) {
  if (failed(checkRoot(fusion)))
    return failure();
  return WindowKernel(kernel, fusion).lower();
}
