//===- ProgramModel.cpp - A tile program as numbers -----------------------===//
//
// One linear walk over the block of a function.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/ProgramModel.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

FailureOr<ProgramModel> ProgramModel::build(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError() << "expects one block of tile ops";
  ProgramModel model;
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (auto buffer = dyn_cast<BufferOp>(op)) {
      model.buffers.push_back(buffer);
      continue;
    }
    auto engineOp = dyn_cast<EngineOpInterface>(op);
    if (!engineOp)
      return op.emitOpError() << "is no tile op";
    unsigned position = model.ops.size();
    model.ops.push_back(engineOp);
    if (Value result = engineOp.getTileResult()) {
      auto type = cast<TileType>(result.getType());
      if (Value previous = engineOp.getPreviousVersion()) {
        model.tileOf[result] = model.tileOf.lookup(previous);
      } else {
        model.tileOf[result] = model.tiles.size();
        model.tiles.push_back({&op, type.getPsum(), static_cast<uint32_t>(type.getBytesPerPartition()), {}});
      }
    }
    auto touch = [&](unsigned tile) {
      std::vector<unsigned> &touches = model.tiles[tile].touches;
      if (touches.empty() || touches.back() != position)
        touches.push_back(position);
    };
    for (Value operand : op.getOperands()) {
      if (llvm::isa<TileType>(operand.getType())) {
        touch(model.tileOf.lookup(operand));
        continue;
      }
      auto &uses = model.bufferUses[operand];
      if (uses.empty() || uses.back() != position)
        uses.push_back(position);
    }
    if (Value result = engineOp.getTileResult())
      touch(model.tileOf.lookup(result));
  }
  return model;
}

MemoryRegion ProgramModel::regionOf(const Access &access, int64_t base) {
  SmallVector<std::pair<int64_t, int64_t>, 5> pairs;
  if (access.buffer) {
    unsigned bytes = elementBytes(cast<BufferType>(access.value.getType()).getElementType());
    for (unsigned i = 0; i < access.buffer->rank; ++i)
      pairs.emplace_back(access.buffer->count[i], access.buffer->stride[i]);
    return MemoryRegion::make(MemorySpace::hbm, 0, 1, base + access.buffer->offset, bytes, pairs);
  }
  auto type = cast<TileType>(access.value.getType());
  int64_t bytes = elementBytes(type.getElementType());
  const AccessPattern &pattern = *access.tile;
  for (unsigned i = 0; i < pattern.rank; ++i)
    pairs.emplace_back(pattern.count[i], pattern.stride[i] * bytes);
  return MemoryRegion::make(type.getPsum() ? MemorySpace::psum : MemorySpace::sbuf, pattern.startPartition, pattern.partitions,
                      base + pattern.offset * bytes, bytes, pairs);
}

bool ProgramModel::isWritable(Value buffer) {
  BufferKind kind = buffer.getDefiningOp<BufferOp>().getKind();
  return kind != BufferKind::input && kind != BufferKind::constant;
}
