//===- ElementwiseEmitter.cpp - Elementwise ops on tiles ------------------===//
//
// Where values lie: the nest that all values of a chain share, loads of what
// varies (once where it repeats from tile to tile), stores of what the fusion
// yields. The instructions are in ElementwiseInstructions.cpp.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseEmitter.h"
#include "glia/Support/ConstantStore.h"

using namespace glia;
using namespace mlir;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}
static Type elementTypeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

//===----------------------------------------------------------------------===//
// Which ops
//===----------------------------------------------------------------------===//

SmallVector<Operation *> glia::elementwiseOps(graph::FusionOp fusion) {
  SmallVector<Operation *> ops;
  for (Operation &op : fusion.getBlock()->without_terminator())
    if (llvm::isa<graph::ElementwiseOpInterface>(op))
      ops.push_back(&op);
  return ops;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

float ScalarConstant::toFloat() const {
  if (auto floating = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(floating.getFloatSemantics(),
                        llvm::APInt(floating.getWidth(), bits));
    bool lossy;
    value.convert(llvm::APFloat::IEEEsingle(),
                  llvm::APFloat::rmNearestTiesToEven, &lossy);
    return value.convertToFloat();
  }
  return static_cast<float>(toInteger());
}

int64_t ScalarConstant::toInteger() const {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1 || type.isUnsignedInteger())
    return bits;
  return llvm::SignExtend64(bits, width);
}

std::optional<ScalarConstant>
ElementwiseEmitter::scalarConstant(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || elementCount(shapeOf(value)) != 1)
    return std::nullopt;
  std::optional<ConstantStore::Id> id = kernel.constantId(value);
  if (!id || !kernel.constants())
    return std::nullopt;
  auto bytes = kernel.constants()->read(*id);
  if (!bytes) { // reported when the constant is written to the object
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  ScalarConstant scalar{elementTypeOf(value), 0};
  for (size_t i = bytes->size(); i-- > 0;)
    scalar.bits = scalar.bits << 8 | (*bytes)[i];
  return scalar;
}

TileLimits glia::tileLimits(const KernelBuilder &kernel, int64_t bytes) {
  TileLimits limits;
  limits.elements =
      std::clamp<int64_t>(kernel.sbufBudget() / bytes, 1, INT16_MAX);
  return limits;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

ElementwiseEmitter::ElementwiseEmitter(KernelBuilder &kernel,
                                       graph::FusionOp fusion,
                                       ArrayRef<Operation *> ops,
                                       ArrayRef<int64_t> shape,
                                       ArrayRef<Value> extra)
    : kernel(kernel), fusion(fusion), yields(fusion.getYield().getOperands()),
      ops(ops), shape(shape) {
  auto add = [&](Value value) { index.insert({value, index.size()}); };
  llvm::for_each(extra, add);
  for (Operation *op : ops) {
    llvm::for_each(op->getOperands(), add);
    llvm::for_each(op->getResults(), add);
  }
}

LoopNest ElementwiseEmitter::nest() const {
  SmallVector<ArrayRef<int64_t>> shapes;
  for (auto &[value, position] : index)
    shapes.push_back(shapeOf(value));
  return makeBroadcastNest(shape, shapes);
}

bool ElementwiseEmitter::isYielded(Value value) const {
  return llvm::is_contained(yields, value);
}

int64_t ElementwiseEmitter::bytesPerElement() const {
  // A value is on chip from the op that makes it, or the first that reads it,
  // to the last that reads it.
  DenseMap<Value, std::pair<unsigned, unsigned>> lives;
  auto touch = [&](Value value, unsigned at) {
    lives.try_emplace(value, at, at).first->second.second = at;
  };
  for (auto [at, op] : llvm::enumerate(ops)) {
    for (Value operand : op->getOperands())
      if (elementCount(shapeOf(operand)) != 1)
        touch(operand, at);
    touch(op->getResult(0), at);
  }
  for (auto &[value, position] : index)
    if (!lives.contains(value))
      lives[value] = {0, ops.size()};
  int64_t most = 0;
  for (unsigned at = 0; at <= ops.size(); ++at) {
    int64_t bytes = 0;
    for (auto &[value, life] : lives)
      if (life.first <= at && at <= life.second)
        bytes += tile::elementBytes(onChipType(elementTypeOf(value)));
    most = std::max(most, bytes);
  }
  return most;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void ElementwiseEmitter::begin(const LoopNest &newTile) {
  assert(newTile.operands.size() >= index.size() && newTile.loops() >= 1 &&
         newTile.loops() <= 5);
  tile = newTile;
  views.clear();
  absorbed.clear();
}

static ArrayRef<int64_t> freeExtents(const LoopNest &tile) {
  return ArrayRef<int64_t>(tile.extents).drop_front();
}

Variation ElementwiseEmitter::variation(Value value) const {
  Variation varies;
  for (unsigned loop = 1; loop < tile.loops(); ++loop)
    varies.push_back(tile.varies(index.lookup(value), loop) &&
                     tile.extents[loop] != 1);
  return varies;
}

bool ElementwiseEmitter::isPerPartition(Value value) const {
  auto found = views.find(value);
  return !llvm::is_contained(variation(value), true) &&
         elementTypeOf(value).isF32() &&
         (found == views.end() ||
          (!found->second.inPsum() &&
           found->second.type.getElementType().isF32()));
}

TileView ElementwiseEmitter::load(Value argument) {
  Variation varies = variation(argument);
  unsigned operand = index.lookup(argument);
  LoopNest source = variedLoops(tile, operand, varies, /*rows=*/true);
  for (CachedLoad &cached : cache) {
    LoopNest nest = cached.nest; // may have more partitions
    if (nest.extents[0] > source.extents[0])
      nest.extents[0] = source.extents[0];
    if (cached.argument == argument && nest == source &&
        cached.view.strides == denseStrides(freeExtents(tile), varies))
      return cached.view;
  }

  TileView view = arithmetic().load(kernel.bufferOf(argument), tile, operand,
                                    elementTypeOf(argument), varies);
  // Keeps what may be read again, as long as all of it is a small part of a
  // partition.
  int64_t limit = kernel.sbufBudget() / 4;
  cache.push_back({argument, source, view,
                   static_cast<int64_t>(view.type.getBytesPerPartition())});
  for (const CachedLoad &cached : cache)
    limit -= cached.bytes;
  while (limit < 0) {
    limit += cache.front().bytes;
    cache.erase(cache.begin());
  }
  return view;
}

TileView ElementwiseEmitter::view(Value value) {
  auto found = views.find(value);
  if (found != views.end())
    return found->second;
  TileView result;
  if (std::optional<ScalarConstant> scalar = scalarConstant(value))
    result = materialize(*scalar);
  else
    result = load(value);
  views[value] = result;
  return result;
}

void ElementwiseEmitter::store(Value value) {
  TileView source = toSbuf(value, view(value));
  unsigned operand = index.lookup(value);
  Variation varies = variation(value);
  bool rows = tile.varies(operand, 0); // else all partitions hold the same
  LoopNest destination = variedLoops(tile, operand, varies, rows);
  tile::AccessPattern pattern =
      accessPatterns(rows ? tile.extents[0] : 1, freeExtents(tile), varies,
                     source)
          .front();
  for (auto [yielded, result] : llvm::zip_equal(yields, fusion.getResults()))
    if (yielded == value)
      kernel.store(source.tile, pattern, kernel.bufferOf(result),
                   bufferPattern(destination, 0,
                                 tile::elementBytes(elementTypeOf(value))));
}

LogicalResult ElementwiseEmitter::finish() {
  for (auto &[value, position] : index)
    if (isYielded(value) && !llvm::is_contained(ops, value.getDefiningOp()))
      store(value); // the root's own result, or an argument
  for (Operation *op : ops) {
    if (failed(emit(op)))
      return failure();
    if (isYielded(op->getResult(0)))
      store(op->getResult(0));
  }
  return success();
}
