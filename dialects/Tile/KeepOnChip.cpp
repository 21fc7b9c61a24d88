//===- KeepOnChip.cpp - tile-keep-on-chip ---------------------------------===//
//
// Kernels hand their results over in HBM, each in its own shape of tiles. What
// fits SBUF until its last reader stays there, as rows: stores, loads and
// copies become moves between tiles. Kernels plan with half of SBUF, and the
// scheduler wants room to work ahead, so only a part is given away.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/KeptBuffers.h"
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/Storage.h"
#include "mlir/IR/Builders.h"

#define DEBUG_TYPE "tile-keep-on-chip"

namespace glia::tile {
#define GEN_PASS_DEF_KEEPONCHIPPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

/// Bytes of SBUF per partition in use at each op, in program order.
class Occupancy {
public:
  explicit Occupancy(const ProgramModel &model)
      : own(model.ops.size()), kept(model.ops.size()) {
    for (const TileStorage &tile : model.tiles)
      if (!tile.psum)
        for (unsigned i = tile.touches.front(); i <= tile.touches.back(); ++i)
          own[i] += llvm::alignTo(tile.bytes, tileAlignment);
  }
  bool take(const KeptBuffer &buffer, int64_t mostKept, int64_t most) {
    for (unsigned i = buffer.first; i <= buffer.last; ++i)
      if (kept[i] + buffer.size() > mostKept ||
          own[i] + kept[i] + buffer.size() > most)
        return false;
    for (unsigned i = buffer.first; i <= buffer.last; ++i)
      kept[i] += buffer.size();
    return true;
  }

private:
  std::vector<int64_t> own, kept;
};

/// Replaces the accesses to kept buffers, in program order.
class Rewriter {
public:
  Rewriter(MLIRContext *context, ArrayRef<KeptBuffer> chosen)
      : context(context) {
    for (const KeptBuffer &buffer : chosen)
      kept[buffer.op->getResult(0)] = {
          &buffer, std::vector<Value>(buffer.layout.blocks())};
  }
  LogicalResult rewrite(Operation *op);

  unsigned moves = 0;

private:
  /// A buffer on chip: the last version of each tile of rows.
  struct Rows {
    const KeptBuffer *buffer = nullptr;
    std::vector<Value> blocks;
    const RowLayout &layout() const { return buffer->layout; }
  };
  using Transfers = SmallVector<RowTransfer, 4>;

  Rows *rowsOf(Value buffer) {
    auto found = kept.find(buffer);
    return found == kept.end() ? nullptr : &found->second;
  }
  TileType typeOf(const Rows &rows, int64_t block) {
    return TileType::get(context, rows.layout().rowsOf(block),
                         rows.layout().rowBytes / rows.layout().elementBytes,
                         rows.buffer->elementType, /*psum=*/false);
  }
  Value move(OpBuilder &builder, Location location, TileType type, Value from,
             const AccessPattern &source, const AccessPattern &destination,
             Value into) {
    ++moves;
    return MoveOp::create(builder, location, type, from, source.merged(),
                          destination.merged(), into, /*address=*/-1,
                          isa::Engine::sync, DmaIssue());
  }
  void rewriteStore(StoreOp op, Rows &to);
  void rewriteLoad(LoadOp op, Rows &from);
  LogicalResult rewriteCopy(CopyBufferOp op, Rows *from, Rows *to);
  /// One piece of a copy into rows, from rows or from a buffer.
  LogicalResult fill(OpBuilder &builder, CopyBufferOp op,
                     const CopyPiece &piece, Rows *from, Rows &to);
  void empty(OpBuilder &builder, CopyBufferOp op, const CopyPiece &piece,
             Rows &from);

  MLIRContext *context;
  DenseMap<Value, Rows> kept;
};

} // namespace

/// What was counted when the buffer was chosen.
static SmallVector<RowTransfer, 4> transfersOf(const RowLayout &layout,
                                               const AccessPattern &tile,
                                               const BufferPattern &buffer) {
  auto transfers = rowTransfers(layout, tile, buffer,
                                mostTransfers(buffer, layout.elementBytes));
  assert(transfers && "the buffer was chosen for having them");
  return *transfers;
}

void Rewriter::rewriteStore(StoreOp op, Rows &to) {
  OpBuilder builder(op);
  for (const RowTransfer &each : transfersOf(to.layout(), op.getSourcePattern(),
                                             op.getDestinationPattern()))
    to.blocks[each.block] =
        move(builder, op.getLoc(), typeOf(to, each.block), op.getSource(),
             each.tile, each.rows, to.blocks[each.block]);
}

void Rewriter::rewriteLoad(LoadOp op, Rows &from) {
  OpBuilder builder(op);
  auto type = cast<TileType>(op.getResult().getType());
  Value version = op.getInto();
  for (const RowTransfer &each : transfersOf(
           from.layout(), op.getDestinationPattern(), op.getSourcePattern()))
    version = move(builder, op.getLoc(), type, from.blocks[each.block],
                   each.rows, each.tile, version);
  op.getResult().replaceAllUsesWith(version);
}

LogicalResult Rewriter::fill(OpBuilder &builder, CopyBufferOp op,
                             const CopyPiece &piece, Rows *from, Rows &to) {
  for (const RowTransfer &each :
       transfersOf(to.layout(), piece.tile(), piece.to)) {
    Value &block = to.blocks[each.block];
    TileType type = typeOf(to, each.block);
    BufferPattern source = onPartitions(piece.from, each.tile.startPartition,
                                        each.tile.partitions);
    if (!from) {
      block = LoadOp::create(builder, op.getLoc(), type, op.getSource(),
                             source.merged(), each.rows.merged(), block,
                             /*address=*/-1, isa::Engine::sync, DmaIssue());
      continue;
    }
    auto parts =
        rowTransfers(from->layout(), each.rows, source,
                     4 * mostTransfers(source, from->layout().elementBytes));
    if (!parts)
      return op.emitOpError() << "cannot be cut into moves of rows";
    for (const RowTransfer &part : *parts)
      block = move(builder, op.getLoc(), type, from->blocks[part.block],
                   part.rows, part.tile, block);
  }
  return success();
}

void Rewriter::empty(OpBuilder &builder, CopyBufferOp op,
                     const CopyPiece &piece, Rows &from) {
  for (const RowTransfer &each :
       transfersOf(from.layout(), piece.tile(), piece.from))
    StoreOp::create(
        builder, op.getLoc(), from.blocks[each.block], each.rows.merged(),
        op.getDestination(),
        onPartitions(piece.to, each.tile.startPartition, each.tile.partitions)
            .merged(),
        isa::Engine::sync, DmaIssue());
}

LogicalResult Rewriter::rewriteCopy(CopyBufferOp op, Rows *from, Rows *to) {
  OpBuilder builder(op);
  const RowLayout &layout = to ? to->layout() : from->layout();
  auto pieces =
      copyPieces(layout, /*bySource=*/!to, op.getSourcePattern(),
                 op.getDestinationPattern(),
                 mostTransfers(op.getSourcePattern(), layout.elementBytes));
  if (!pieces)
    return op.emitOpError() << "cannot be cut into rows";
  for (const CopyPiece &piece : *pieces) {
    if (!to)
      empty(builder, op, piece, *from);
    else if (failed(fill(builder, op, piece, from, *to)))
      return failure();
  }
  return success();
}

LogicalResult Rewriter::rewrite(Operation *op) {
  if (auto store = dyn_cast<StoreOp>(op)) {
    Rows *to = rowsOf(store.getDestination());
    if (!to)
      return success();
    rewriteStore(store, *to);
  } else if (auto load = dyn_cast<LoadOp>(op)) {
    Rows *from = rowsOf(load.getSource());
    if (!from)
      return success();
    rewriteLoad(load, *from);
  } else if (auto copy = dyn_cast<CopyBufferOp>(op)) {
    Rows *from = rowsOf(copy.getSource()), *to = rowsOf(copy.getDestination());
    if (!from && !to)
      return success();
    if (failed(rewriteCopy(copy, from, to)))
      return failure();
  } else {
    return success();
  }
  op->erase();
  return success();
}

/// Whether there are addresses for all in program order: any order that is
/// chosen later can fall back on it.
static bool canBeAllocated(const ProgramModel &model,
                           ArrayRef<KeptBuffer> chosen, int64_t sbufBytes) {
  std::vector<LiveBuffer> live;
  for (const TileStorage &tile : model.tiles)
    if (!tile.psum)
      live.push_back(
          {tile.touches.front(), int64_t(tile.touches.back()) + 1, tile.bytes});
  for (const KeptBuffer &each : chosen)
    for (int64_t block = 0; block < each.layout.blocks(); ++block)
      live.push_back(
          {each.first, int64_t(each.last) + 1, each.layout.rowBytes});
  return allocate(live, {sbufBytes, tileAlignment}).fits;
}

/// What saves most per byte and op that it occupies goes first.
static std::vector<KeptBuffer> choose(const ProgramModel &model,
                                      int64_t sbufBytes) {
  std::vector<KeptBuffer> candidates = findKeepable(model, sbufBytes / 4);
  auto value = [](const KeptBuffer &each) {
    return double(each.bytesSaved) /
           (double(each.size()) * (each.last - each.first + 16));
  };
  llvm::sort(candidates, [&](const KeptBuffer &a, const KeptBuffer &b) {
    return value(a) != value(b) ? value(a) > value(b) : a.first < b.first;
  });
  for (int64_t mostKept = sbufBytes / 2;; mostKept /= 2) {
    Occupancy occupancy(model);
    std::vector<KeptBuffer> chosen;
    for (const KeptBuffer &candidate : candidates)
      if (occupancy.take(candidate, mostKept, sbufBytes / 8 * 7))
        chosen.push_back(candidate);
    if (chosen.empty() || canBeAllocated(model, chosen, sbufBytes))
      return chosen;
  }
}

namespace {
struct KeepOnChipPass : glia::tile::impl::KeepOnChipPassBase<KeepOnChipPass> {
  using KeepOnChipPassBase::KeepOnChipPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    const isa::Target *machine = isa::findTarget(target);
    if (!machine) {
      function.emitOpError() << "has the unknown target `" << target << "`";
      return signalPassFailure();
    }
    FailureOr<ProgramModel> model = ProgramModel::build(function);
    if (failed(model))
      return signalPassFailure();
    std::vector<KeptBuffer> chosen =
        choose(*model, machine->sbufBytesPerPartition);
    Rewriter rewriter(&getContext(), chosen);
    for (EngineOpInterface op : model->ops)
      if (failed(rewriter.rewrite(op)))
        return signalPassFailure();
    for (KeptBuffer &buffer : chosen) {
      buffer.op->erase();
      ++kept;
      bytesSaved += buffer.bytesSaved;
    }
    moves += rewriter.moves;
  }
};
} // namespace
