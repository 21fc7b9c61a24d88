//===- ScatterKernel.cpp - Slices replaced by index -----------------------===//
//
// One update per partition, the whole slice behind its index or as much of it
// as fits. What is not replaced is copied first, unless the result lies where
// the data does: then only the new slices move.
//
//===----------------------------------------------------------------------===//
#include "BufferCopy.h"
#include "TileView.h"

using namespace glia;
using namespace mlir;

/// Elements of a slice that one partition takes at a time.
static constexpr int64_t mostElements = 8192;
static constexpr int64_t mostPartitions = 128;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {

/// The data as [outer, rows, inner], the updates as [outer, count, inner].
class ScatterKernel {
public:
  ScatterKernel(KernelBuilder &kernel, graph::ScatterOp op, Value destination)
      : kernel(kernel), op(op), destination(destination),
        elementType(op.getResult().getType().getElementType()),
        bytes(tile::elementBytes(elementType)) {
    ArrayRef<int64_t> shape = op.getData().getType().getShape();
    outer = elementCount(shape.take_front(op.getAxis()));
    rows = shape[op.getAxis()];
    inner = elementCount(shape.drop_front(op.getAxis() + 1));
    count = elementCount(typeOf(op.getIndices()).getShape());
  }
  void lower();

private:
  void scatterRows(int64_t first, int64_t partitions);
  void scatterPiece(int64_t first, int64_t partitions, TileVariable &index,
                    int64_t outerFirst, int64_t outerSize, int64_t innerFirst,
                    int64_t innerSize);

  KernelBuilder &kernel;
  graph::ScatterOp op;
  Value destination;
  Type elementType;
  int64_t bytes, outer, rows, inner, count;
};

} // namespace

void ScatterKernel::scatterPiece(int64_t first, int64_t partitions,
                                 TileVariable &index, int64_t outerFirst,
                                 int64_t outerSize, int64_t innerFirst,
                                 int64_t innerSize) {
  auto pattern = tile::AccessPattern::contiguous(partitions,
                                                 outerSize * innerSize);
  TileVariable updates = kernel.sbuf(partitions, outerSize * innerSize,
                                     onChipType(elementType));
  kernel.load(updates, pattern, kernel.bufferOf(op.getUpdates()),
              tile::BufferPattern::strided(
                  ((outerFirst * count + first) * inner + innerFirst) * bytes,
                  {{partitions, inner * bytes},
                   {outerSize, count * inner * bytes},
                   {innerSize, bytes}}));
  SmallVector<std::pair<int64_t, int64_t>, 3> slices{{rows, inner * bytes}};
  if (outerSize > 1)
    slices.emplace_back(outerSize, rows * inner * bytes);
  slices.emplace_back(innerSize, bytes);
  kernel.scatter(updates.version, pattern, destination,
                 tile::BufferPattern::strided(
                     (outerFirst * rows * inner + innerFirst) * bytes, slices),
                 index.version, tile::AccessPattern::contiguous(partitions, 1));
}

void ScatterKernel::scatterRows(int64_t first, int64_t partitions) {
  Type indexType = typeOf(op.getIndices()).getElementType();
  int64_t indexBytes = tile::elementBytes(indexType);
  TileVariable index = kernel.sbuf(partitions, 1, indexType);
  kernel.load(index, tile::AccessPattern::contiguous(partitions, 1),
              kernel.bufferOf(op.getIndices()),
              tile::BufferPattern::strided(first * indexBytes,
                                           {{partitions, indexBytes}}));
  int64_t innerStep = std::min(inner, mostElements),
          outerStep = std::max<int64_t>(mostElements / innerStep, 1);
  for (int64_t o = 0; o < outer; o += outerStep)
    for (int64_t i = 0; i < inner; i += innerStep)
      scatterPiece(first, partitions, index, o, std::min(outerStep, outer - o),
                   i, std::min(innerStep, inner - i));
}

void ScatterKernel::lower() {
  if (outer * rows * inner == 0)
    return;
  Value data = kernel.bufferOf(op.getData());
  if (data != destination)
    kernel.copyWhole(data, destination);
  for (int64_t first = 0; first < count; first += mostPartitions)
    scatterRows(first, std::min(mostPartitions, count - first));
}

LogicalResult glia::lowerScatter(KernelBuilder &kernel,
                                 graph::FusionOp fusion) {
  if (!llvm::hasSingleElement(fusion.getBlock()->without_terminator()))
    return fusion.emitOpError() << "expects a scatter to be alone in its fusion";
  ScatterKernel(kernel, cast<graph::ScatterOp>(fusion.getRoot()),
                kernel.bufferOf(fusion.getResult(0)))
      .lower();
  return success();
}
