//===- Epilogue.cpp - From a root's tile to the fusion's results ----------===//
//
// See Epilogue.h.
//
//===----------------------------------------------------------------------===//
#include "Epilogue.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

LoopNest Epilogue::nest() const {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(root->getResult(0).getType()).getShape();
  return makeBroadcastNest(shape, {shape});
}

LogicalResult Epilogue::emit(const LoopNest &nest, Value tile, ArrayRef<int64_t> strides, int64_t offset) {
  if (!llvm::hasSingleElement(fusion.getBlock()->without_terminator()))
    return fusion.emitOpError() << "epilogues are not lowered yet";
  Value source = tile;
  int64_t partitions = nest.extents[0];
  SmallVector<std::pair<int64_t, int64_t>, 4> onChip;
  SmallVector<std::pair<int64_t, int64_t>, 5> inHbm;
  for (auto [extent, stride] : llvm::zip_equal(ArrayRef<int64_t>(nest.extents).drop_front(), strides))
    onChip.push_back({extent, stride});
  for (auto [extent, stride] : llvm::zip_equal(nest.extents, nest.operands[0].strides))
    inHbm.push_back({extent, stride * 4});
  auto pattern = AccessPattern::strided(partitions, onChip, 0, offset);
  if (cast<TileType>(tile.getType()).getPsum()) {
    auto dense = AccessPattern::contiguous(partitions, pattern.elementsPerPartition());
    TileVariable out = kernel.sbuf(partitions, pattern.elementsPerPartition(), kernel.builder.getF32Type());
    kernel.copy(out, dense, tile, pattern);
    source = out;
    pattern = dense;
  }
  kernel.store(source, pattern, kernel.bufferOf(fusion.getResult(0)), BufferPattern::strided(nest.operands[0].offset * 4, inHbm));
  return success();
}

LogicalResult glia::checkRoot(graph::FusionOp fusion) {
  Operation *root = fusion.getRoot();
  for (Value operand : root->getOperands()) {
    if (!llvm::isa<BlockArgument>(operand))
      return root->emitOpError() << "expects operands from outside of the fusion";
    if (!cast<RankedTensorType>(operand.getType()).getElementType().isF32())
      return root->emitOpError() << "expects f32 operands, got " << operand.getType();
  }
  return success();
}
