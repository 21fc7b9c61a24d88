//===- KeepOnChip.cpp - tile-keep-on-chip ---------------------------------===//
//
// Kernels hand their results over in HBM, each in its own shape of tiles. What
// fits SBUF until its last reader stays there, as rows: stores and loads become
// moves between tiles. Kernels plan with half of SBUF, and the scheduler wants
// room to work ahead, so only a part is given away.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/RowLayout.h"
#include "dialects/Tile/Storage.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

#define DEBUG_TYPE "tile-keep-on-chip"

namespace glia::tile {
#define GEN_PASS_DEF_KEEPONCHIPPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

/// More transfers than this for one access, and HBM is the better place: each
/// has a fixed cost, which about `worthATransfer` bytes are worth.
static unsigned mostTransfers(const BufferPattern &access,
                              unsigned elementBytes) {
  constexpr uint64_t worthATransfer = 16384;
  return 8 + access.elements() * elementBytes / worthATransfer;
}

/// Bytes of SBUF per partition.
static int64_t sizeOf(const RowLayout &layout) {
  return layout.blocks() * llvm::alignTo(layout.rowBytes, tileAlignment);
}

namespace {

struct Candidate {
  BufferOp buffer;
  RowLayout layout;
  Type elementType;
  unsigned first, last; // positions of its uses in the program
  int64_t bytesSaved;   // of HBM traffic
  int64_t size() const { return sizeOf(layout); }
};

/// An access to a buffer.
struct BufferAccess {
  AccessPattern tile;
  BufferPattern buffer;
  Type elementType; // of the tile
};

} // namespace

static std::optional<BufferAccess> accessOf(Operation *op) {
  auto typeOf = [](Value tile) {
    return cast<TileType>(tile.getType()).getElementType();
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return BufferAccess{load.getDestinationPattern(), load.getSourcePattern(),
                        typeOf(load.getResult())};
  if (auto store = dyn_cast<StoreOp>(op))
    return BufferAccess{store.getSourcePattern(), store.getDestinationPattern(),
                        typeOf(store.getSource())};
  return std::nullopt;
}

/// Transfers of all accesses together; none if one has too many.
static std::optional<unsigned> countTransfers(const RowLayout &layout,
                                              ArrayRef<BufferAccess> accesses) {
  unsigned count = 0;
  for (const BufferAccess &access : accesses) {
    auto transfers =
        rowTransfers(layout, access.tile, access.buffer,
                     mostTransfers(access.buffer, layout.elementBytes));
    if (!transfers)
      return std::nullopt;
    count += transfers->size();
  }
  return count;
}

/// The row length that takes few transfers and little room.
static std::optional<RowLayout> chooseLayout(int64_t bytes,
                                             unsigned elementBytes,
                                             int64_t mostRowBytes,
                                             ArrayRef<BufferAccess> accesses) {
  llvm::SmallSetVector<int64_t, 8> lengths;
  for (const BufferAccess &access : accesses)
    if (auto stride = partitionStride(access.tile, access.buffer))
      lengths.insert(*stride);
  if (lengths.empty())
    lengths.insert(bytes);
  constexpr int64_t bytesPerTransfer = 512; // of room that one is worth
  std::optional<RowLayout> best;
  int64_t mostCount = 2 * accesses.size() + 8, leastCost = INT64_MAX;
  for (const BufferAccess &access : accesses)
    mostCount += mostTransfers(access.buffer, elementBytes) - 8;
  for (int64_t rowBytes : lengths.getArrayRef().take_front(8)) {
    if (rowBytes > mostRowBytes || rowBytes % elementBytes)
      continue;
    RowLayout layout{bytes, rowBytes, elementBytes};
    std::optional<unsigned> count = countTransfers(layout, accesses);
    if (!count || *count > mostCount)
      continue;
    int64_t cost = *count * bytesPerTransfer + sizeOf(layout);
    if (cost < leastCost) {
      best = layout;
      leastCost = cost;
    }
  }
  return best;
}

/// A scratch buffer that is stored first and then loaded, in elements of one
/// type.
static std::optional<Candidate>
makeCandidate(const ProgramModel &model, BufferOp buffer, int64_t mostBytes) {
  if (buffer.getKind() != BufferKind::scratch)
    return std::nullopt;
  auto found = model.bufferUses.find(buffer);
  if (found == model.bufferUses.end())
    return std::nullopt;
  auto type = cast<BufferType>(buffer.getType());
  SmallVector<BufferAccess> accesses;
  int64_t elements = 0;
  bool isLoaded = false;
  for (unsigned position : found->second) {
    Operation *op = model.ops[position];
    std::optional<BufferAccess> access = accessOf(op);
    bool isStore = llvm::isa<StoreOp>(op);
    if (!access || (isStore && isLoaded) ||
        access->elementType !=
            (accesses.empty() ? access->elementType : accesses[0].elementType))
      return std::nullopt;
    isLoaded |= !isStore;
    elements += access->buffer.elements();
    accesses.push_back(*access);
  }
  if (!isLoaded || !llvm::isa<StoreOp>(model.ops[found->second.front()]))
    return std::nullopt;
  unsigned size = elementBytes(type.getElementType());
  int64_t bytes = type.getBytes();
  if (size != elementBytes(accesses[0].elementType) ||
      bytes > mostBytes * RowLayout::blockRows)
    return std::nullopt;
  std::optional<RowLayout> layout =
      chooseLayout(bytes, size, mostBytes, accesses);
  if (!layout)
    return std::nullopt;
  return Candidate{buffer,
                   *layout,
                   accesses[0].elementType,
                   found->second.front(),
                   found->second.back(),
                   elements * size};
}

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
  bool take(const Candidate &candidate, int64_t mostKept, int64_t most) {
    for (unsigned i = candidate.first; i <= candidate.last; ++i)
      if (kept[i] + candidate.size() > mostKept ||
          own[i] + kept[i] + candidate.size() > most)
        return false;
    for (unsigned i = candidate.first; i <= candidate.last; ++i)
      kept[i] += candidate.size();
    return true;
  }

private:
  std::vector<int64_t> own, kept;
};

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
    for (const Candidate &candidate :
         choose(*model, machine->sbufBytesPerPartition))
      keep(*model, candidate);
  }

  /// What saves most per byte and op that it occupies goes first.
  std::vector<Candidate> choose(const ProgramModel &model, int64_t sbufBytes) {
    std::vector<Candidate> candidates;
    for (BufferOp buffer : model.buffers)
      if (auto candidate = makeCandidate(model, buffer, sbufBytes / 4))
        candidates.push_back(*candidate);
    auto value = [](const Candidate &each) {
      return double(each.bytesSaved) /
             (double(each.size()) * (each.last - each.first + 16));
    };
    llvm::sort(candidates, [&](const Candidate &a, const Candidate &b) {
      return value(a) != value(b) ? value(a) > value(b) : a.first < b.first;
    });
    for (int64_t mostKept = sbufBytes / 2;; mostKept /= 2) {
      Occupancy occupancy(model);
      std::vector<Candidate> chosen;
      for (const Candidate &candidate : candidates)
        if (occupancy.take(candidate, mostKept, sbufBytes / 8 * 7))
          chosen.push_back(candidate);
      if (chosen.empty() || canBeAllocated(model, chosen, sbufBytes))
        return chosen;
    }
  }

  /// Whether there are addresses for all in program order: any order that is
  /// chosen later can fall back on it.
  static bool canBeAllocated(const ProgramModel &model,
                             ArrayRef<Candidate> chosen, int64_t sbufBytes) {
    std::vector<LiveBuffer> live;
    for (const TileStorage &tile : model.tiles)
      if (!tile.psum)
        live.push_back({tile.touches.front(), int64_t(tile.touches.back()) + 1,
                        tile.bytes});
    for (const Candidate &each : chosen)
      for (int64_t block = 0; block < each.layout.blocks(); ++block)
        live.push_back(
            {each.first, int64_t(each.last) + 1, each.layout.rowBytes});
    return allocate(live, {sbufBytes, tileAlignment}).fits;
  }

  void keep(ProgramModel &model, const Candidate &candidate) {
    BufferOp buffer = candidate.buffer;
    const RowLayout &layout = candidate.layout;
    std::vector<Value> blocks(layout.blocks()); // the last version of each
    auto typeOf = [&](int64_t block) {
      return TileType::get(&getContext(), layout.rowsOf(block),
                           layout.rowBytes / layout.elementBytes,
                           candidate.elementType, /*psum=*/false);
    };
    for (unsigned position : model.bufferUses[buffer]) {
      Operation *op = model.ops[position];
      BufferAccess access = *accessOf(op);
      auto transfers =
          *rowTransfers(layout, access.tile, access.buffer,
                        mostTransfers(access.buffer, layout.elementBytes));
      OpBuilder builder(op);
      auto move = [&](TileType type, Value from, const AccessPattern &source,
                      const AccessPattern &destination, Value into) -> Value {
        ++moves;
        return MoveOp::create(builder, op->getLoc(), type, from,
                              source.merged(), destination.merged(), into,
                              /*address=*/-1, isa::Engine::sync, DmaIssue());
      };
      if (auto store = dyn_cast<StoreOp>(op)) {
        for (const RowTransfer &transfer : transfers)
          blocks[transfer.block] =
              move(typeOf(transfer.block), store.getSource(), transfer.tile,
                   transfer.rows, blocks[transfer.block]);
      } else {
        auto load = cast<LoadOp>(op);
        auto type = cast<TileType>(load.getResult().getType());
        Value version = load.getInto();
        for (const RowTransfer &transfer : transfers)
          version = move(type, blocks[transfer.block], transfer.rows,
                         transfer.tile, version);
        load.getResult().replaceAllUsesWith(version);
      }
      op->erase();
    }
    buffer->erase();
    ++kept;
    bytesSaved += candidate.bytesSaved;
  }
};

} // namespace
