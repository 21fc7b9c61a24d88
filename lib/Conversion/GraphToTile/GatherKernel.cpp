//===- GatherKernel.cpp - Slices chosen by indices ------------------------===//
//
// One index per partition; a partition gets the whole slice behind its index:
// all dimensions of the data but `axis`, or as much of them as fits. Few
// constant indices, or runs of them, are plain strided loads.
//
//===----------------------------------------------------------------------===//
#include "BufferCopy.h"
#include "ElementwiseEmitter.h"
#include "llvm/Support/Endian.h"

using namespace glia;
using namespace mlir;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}
static Type elementTypeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

namespace {

/// Indices first + i * step.
struct IndexRun {
  int64_t position, first, step, count;
};

class GatherKernel {
public:
  GatherKernel(KernelBuilder &kernel, graph::FusionOp fusion,
               graph::GatherOp root)
      : kernel(kernel), fusion(fusion), root(root),
        emitter(kernel, fusion, elementwiseOps(fusion),
                shapeOf(root.getResult()), root.getResult()) {}
  LogicalResult lower();

private:
  std::optional<SmallVector<int64_t>> constantIndices();
  LoopNest jointNest();
  LogicalResult lowerSlice(const LoopNest &nest);
  LogicalResult lowerRuns(const LoopNest &nest, unsigned outer,
                          unsigned indexLoops, ArrayRef<IndexRun> runs);
  LogicalResult lowerRows(LoopNest nest, unsigned outer, unsigned indexLoops);
  LogicalResult lowerTile(const LoopNest &tile);

  KernelBuilder &kernel;
  graph::FusionOp fusion;
  graph::GatherOp root;
  ElementwiseEmitter emitter;
  unsigned dataOperand = 0, indexOperand = 0; // of the joint nest
  int64_t axisStride = 0;
  std::optional<std::pair<LoopNest, TileView>> lastIndex;
};

} // namespace

/// The indices where they are known, wrapped; none if one is out of range,
/// which the machine reports.
std::optional<SmallVector<int64_t>> GatherKernel::constantIndices() {
  std::optional<ConstantStore::Id> id = kernel.constantId(root.getIndices());
  int64_t count = elementCount(shapeOf(root.getIndices())),
          rows = shapeOf(root.getData())[root.getAxis()];
  if (!id || !kernel.constants() || count > 4096)
    return std::nullopt;
  auto bytes = kernel.constants()->read(*id);
  if (!bytes) { // reported when the constant is written to the object
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  bool isWide = elementTypeOf(root.getIndices()).isInteger(64);
  SmallVector<int64_t> indices;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index =
        isWide ? llvm::support::endian::read64le(bytes->data() + 8 * i)
               : static_cast<int32_t>(
                     llvm::support::endian::read32le(bytes->data() + 4 * i));
    if (index < -rows || index >= rows)
      return std::nullopt;
    indices.push_back(index < 0 ? index + rows : index);
  }
  return indices;
}

/// Cuts indices into runs of one step, greedily.
static SmallVector<IndexRun> findRuns(ArrayRef<int64_t> indices) {
  SmallVector<IndexRun> runs;
  for (auto [position, index] : llvm::enumerate(indices)) {
    if (!runs.empty()) {
      IndexRun &run = runs.back();
      if (run.count == 1)
        run.step = index - run.first;
      if (index == run.first + run.step * run.count) {
        ++run.count;
        continue;
      }
    }
    runs.push_back({static_cast<int64_t>(position), index, 0, 1});
  }
  return runs;
}

/// Loops: the dimensions of the result. Operands: the emitter's values, the
/// data (which stands still in the index loops), the indices.
LoopNest GatherKernel::jointNest() {
  LoopNest nest = emitter.nest();
  ArrayRef<int64_t> dataShape = shapeOf(root.getData()),
                    indexShape = shapeOf(root.getIndices());
  Sizes data = rowMajorStrides(dataShape), index = rowMajorStrides(indexShape);
  unsigned axis = root.getAxis();
  axisStride = data[axis];
  LoopNest::Operand dataAccess, indexAccess;
  for (unsigned loop = 0; loop < nest.loops(); ++loop) {
    bool isIndex = loop >= axis && loop < axis + indexShape.size();
    indexAccess.strides.push_back(isIndex ? index[loop - axis] : 0);
    dataAccess.strides.push_back(isIndex ? 0
                                 : loop < axis
                                     ? data[loop]
                                     : data[loop - indexShape.size() + 1]);
  }
  dataOperand = nest.operands.size();
  indexOperand = dataOperand + 1;
  nest.operands.push_back(dataAccess);
  nest.operands.push_back(indexAccess);
  return nest;
}

/// The data operand reads its slice by offset and strides alone.
LogicalResult GatherKernel::lowerSlice(const LoopNest &nest) {
  if (elementwiseOps(fusion).empty()) {
    copyNest(kernel, nest, dataOperand, kernel.bufferOf(root.getData()),
             /*to=*/0, kernel.bufferOf(fusion.getResult(0)),
             tile::elementBytes(elementTypeOf(root.getResult())));
    return success();
  }
  LogicalResult result = success();
  forEachTile(nest, tileLimits(kernel, emitter.bytesPerElement()), 0,
              [&](const LoopNest &tile) {
                if (failed(result))
                  return;
                TileArithmetic arithmetic(kernel, tile);
                emitter.begin(tile);
                emitter.provide(root.getResult(),
                                arithmetic.load(kernel.bufferOf(root.getData()),
                                                tile, dataOperand,
                                                elementTypeOf(root.getResult()),
                                                arithmetic.everyLoop()));
                result = emitter.finish();
              });
  return result;
}

LogicalResult GatherKernel::lowerTile(const LoopNest &tile) {
  TileArithmetic arithmetic(kernel, tile);
  Variation none(tile.loops() - 1, false);
  LoopNest indexNest = variedLoops(tile, indexOperand, none, /*rows=*/true);
  if (!lastIndex || lastIndex->first != indexNest)
    lastIndex = {indexNest,
                 arithmetic.load(kernel.bufferOf(root.getIndices()), tile,
                                 indexOperand, elementTypeOf(root.getIndices()),
                                 none)};

  unsigned bytes = tile::elementBytes(elementTypeOf(root.getResult()));
  LoopNest row =
      variedLoops(tile, dataOperand, arithmetic.everyLoop(), /*rows=*/false);
  tile::BufferPattern source = bufferPattern(row, 0, bytes);
  SmallVector<std::pair<int64_t, int64_t>, 5> pairs{
      {shapeOf(root.getData())[root.getAxis()], axisStride * bytes}};
  for (unsigned i = 0; i < source.rank; ++i)
    pairs.emplace_back(source.count[i], source.stride[i]);

  int64_t partitions = tile.extents[0], elements = row.iterations();
  TileVariable rows = kernel.sbuf(partitions, elements,
                                  onChipType(elementTypeOf(root.getResult())));
  kernel.gather(rows, tile::AccessPattern::contiguous(partitions, elements),
                kernel.bufferOf(root.getData()),
                tile::BufferPattern::strided(source.offset, pairs),
                lastIndex->second.tile,
                tile::AccessPattern::contiguous(partitions, 1));
  emitter.begin(tile);
  emitter.provide(
      root.getResult(),
      TileView(rows.version,
               denseStrides(ArrayRef<int64_t>(tile.extents).drop_front(),
                            arithmetic.everyLoop())));
  return emitter.finish();
}

/// The nest has `outer` loops before the `indexLoops`.
LogicalResult GatherKernel::lowerRows(LoopNest nest, unsigned outer,
                                      unsigned indexLoops) {
  if (indexLoops == 0) {
    nest.addLoop(1, Sizes(nest.operands.size(), 0));
    nest = moveLoopToFront(nest, nest.loops() - 1);
    indexLoops = 1;
  } else {
    for (unsigned i = 0; i < indexLoops; ++i) // index loops first, in order
      nest = moveLoopToFront(nest, outer + indexLoops - 1);
  }
  LogicalResult result = success();
  forEachOuter(nest, indexLoops - 1, [&](const LoopNest &part) {
    forEachTileOfRows(part, tileLimits(kernel, emitter.bytesPerElement()), 0,
                      [&](const LoopNest &tile) {
                        if (succeeded(result))
                          result = lowerTile(tile);
                      });
  });
  return result;
}

/// Constant indices in few runs: each run is a strided slice.
LogicalResult GatherKernel::lowerRuns(const LoopNest &nest, unsigned outer,
                                      unsigned indexLoops,
                                      ArrayRef<IndexRun> runs) {
  for (const IndexRun &run : runs) {
    LoopNest slice =
        indexLoops ? sliceLoop(nest, outer, run.position, run.count) : nest;
    slice.operands[dataOperand].offset += run.first * axisStride;
    if (indexLoops)
      slice.operands[dataOperand].strides[outer] = run.step * axisStride;
    if (failed(lowerSlice(slice)))
      return failure();
  }
  return success();
}

LogicalResult GatherKernel::lower() {
  if (elementCount(shapeOf(root.getResult())) == 0)
    return success();
  LoopNest nest = jointNest();
  unsigned axis = root.getAxis(), indexRank = shapeOf(root.getIndices()).size();
  unsigned groups[] = {axis, indexRank, nest.loops() - axis - indexRank};
  nest = collapseGroups(nest, groups);
  if (auto indices = constantIndices(); indices && groups[1] <= 1) {
    SmallVector<IndexRun> runs = findRuns(*indices);
    if (runs.size() <= std::max<size_t>(8, indices->size() / 16))
      return lowerRuns(nest, groups[0], groups[1], runs);
  }
  return lowerRows(nest, groups[0], groups[1]);
}

LogicalResult glia::lowerGather(KernelBuilder &kernel, graph::FusionOp fusion) {
  return GatherKernel(kernel, fusion, cast<graph::GatherOp>(fusion.getRoot()))
      .lower();
}
