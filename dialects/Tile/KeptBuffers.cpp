//===- KeptBuffers.cpp - Buffers that can stay on chip --------------------===//
//
// Nothing is looked at but a buffer's accesses. The row length is tried from
// the distances of what neighbouring partitions, or rows of copies, have.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/KeptBuffers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

/// Each transfer has a fixed cost, which about `worthATransfer` bytes are
/// worth.
unsigned glia::tile::mostTransfers(const BufferPattern &access,
                                   unsigned elementBytes) {
  constexpr uint64_t worthATransfer = 16384;
  return 8 + access.elements() * elementBytes / worthATransfer;
}

namespace {
/// An access to a buffer, by a tile or by a copy.
struct BufferAccess {
  bool isWrite;
  BufferPattern buffer;
  Type elementType; // of the tile; null for a copy
  AccessPattern tile = {};
  BufferPattern other = {}; // of a copy
};
} // namespace

/// What `op` does with `buffer`; none if that is more than to load, store or
/// copy it.
static std::optional<BufferAccess> accessOf(Operation *op, Value buffer) {
  auto typeOf = [](Value tile) {
    return cast<TileType>(tile.getType()).getElementType();
  };
  if (auto load = dyn_cast<LoadOp>(op))
    return BufferAccess{/*isWrite=*/false, load.getSourcePattern(),
                        typeOf(load.getResult()), load.getDestinationPattern()};
  if (auto store = dyn_cast<StoreOp>(op))
    return BufferAccess{/*isWrite=*/true, store.getDestinationPattern(),
                        typeOf(store.getSource()), store.getSourcePattern()};
  auto copy = dyn_cast<CopyBufferOp>(op);
  if (!copy || copy.getSource() == copy.getDestination())
    return std::nullopt;
  BufferPattern from = copy.getSourcePattern(),
                to = copy.getDestinationPattern();
  if (buffer == copy.getSource())
    return BufferAccess{/*isWrite=*/false, from, {}, {}, to};
  return BufferAccess{/*isWrite=*/true, to, {}, {}, from};
}

static std::optional<SmallVector<CopyPiece, 4>>
piecesOf(const RowLayout &layout, const BufferAccess &access) {
  bool isWrite = access.isWrite;
  return copyPieces(layout, /*bySource=*/!isWrite,
                    isWrite ? access.other : access.buffer,
                    isWrite ? access.buffer : access.other,
                    mostTransfers(access.buffer, layout.elementBytes));
}

/// Transfers of one access; none if it has too many.
static std::optional<unsigned> countTransfers(const RowLayout &layout,
                                              const BufferAccess &access) {
  auto count = [&](const AccessPattern &tile,
                   const BufferPattern &buffer) -> std::optional<unsigned> {
    auto transfers = rowTransfers(layout, tile, buffer,
                                  mostTransfers(buffer, layout.elementBytes));
    if (!transfers)
      return std::nullopt;
    return transfers->size();
  };
  if (access.elementType)
    return count(access.tile, access.buffer);
  auto pieces = piecesOf(layout, access);
  if (!pieces)
    return std::nullopt;
  unsigned sum = 0;
  for (const CopyPiece &piece : *pieces) {
    auto each = count(piece.tile(), access.isWrite ? piece.to : piece.from);
    if (!each)
      return std::nullopt;
    sum += *each;
  }
  return sum;
}

/// Distances of neighbouring partitions of the accesses.
static SmallVector<int64_t> rowLengths(int64_t bytes, unsigned elementBytes,
                                       ArrayRef<BufferAccess> accesses) {
  constexpr unsigned mostLengths = 8;
  llvm::SmallSetVector<int64_t, mostLengths> lengths;
  auto add = [&](const AccessPattern &tile, const BufferPattern &buffer) {
    std::optional<int64_t> stride = partitionStride(tile, buffer);
    if (stride && lengths.size() < mostLengths)
      lengths.insert(*stride);
  };
  for (const BufferAccess &access : accesses) {
    if (access.elementType) {
      add(access.tile, access.buffer);
      continue;
    }
    if (auto pieces = piecesOf({bytes, bytes, elementBytes}, access))
      for (const CopyPiece &piece : *pieces)
        add(piece.tile(), access.isWrite ? piece.to : piece.from);
  }
  if (lengths.empty())
    lengths.insert(bytes);
  return SmallVector<int64_t>(lengths.begin(), lengths.end());
}

/// The row length that takes few transfers and little room.
static std::optional<RowLayout> chooseLayout(int64_t bytes,
                                             unsigned elementBytes,
                                             int64_t mostRowBytes,
                                             ArrayRef<BufferAccess> accesses) {
  constexpr int64_t bytesPerTransfer = 512; // of room that one is worth
  std::optional<RowLayout> best;
  int64_t mostCount = 2 * accesses.size() + 8, leastCost = INT64_MAX;
  for (const BufferAccess &access : accesses)
    mostCount += mostTransfers(access.buffer, elementBytes) - 8;
  for (int64_t rowBytes : rowLengths(bytes, elementBytes, accesses)) {
    if (rowBytes > mostRowBytes || rowBytes % elementBytes)
      continue;
    RowLayout layout{bytes, rowBytes, elementBytes};
    int64_t count = 0;
    bool isPossible = llvm::all_of(accesses, [&](const BufferAccess &access) {
      std::optional<unsigned> each = countTransfers(layout, access);
      count += each.value_or(0);
      return each.has_value();
    });
    if (!isPossible || count > mostCount)
      continue;
    int64_t cost = count * bytesPerTransfer +
                   layout.blocks() * llvm::alignTo(rowBytes, tileAlignment);
    if (cost < leastCost) {
      best = layout;
      leastCost = cost;
    }
  }
  return best;
}

static std::optional<KeptBuffer>
makeKeepable(const ProgramModel &model, BufferOp buffer, int64_t mostBytes) {
  if (buffer.getKind() != BufferKind::scratch)
    return std::nullopt;
  auto found = model.bufferUses.find(buffer);
  if (found == model.bufferUses.end())
    return std::nullopt;
  auto type = cast<BufferType>(buffer.getType());
  int64_t bytes = type.getBytes(), elements = 0;
  unsigned size = elementBytes(type.getElementType());
  SmallVector<BufferAccess> accesses;
  Type elementType;
  bool isRead = false;
  for (unsigned position : found->second) {
    EngineOpInterface op = model.ops[position];
    std::optional<BufferAccess> access = accessOf(op, buffer.getBuffer());
    if (!access || (access->isWrite && isRead))
      return std::nullopt;
    isRead |= !access->isWrite;
    if (!elementType)
      elementType = access->elementType;
    // Another type in the buffer is a cast.
    if (access->elementType &&
        (access->elementType != elementType ||
         machineType(elementType) != machineType(type.getElementType())))
      return std::nullopt;
    elements += access->buffer.elements();
    accesses.push_back(*access);
  }
  if (!elementType)
    elementType = type.getElementType();
  if (!isRead || !accesses.front().isWrite || elementType.isInteger(1) ||
      bytes > mostBytes * RowLayout::blockRows)
    return std::nullopt;
  std::optional<RowLayout> layout =
      chooseLayout(bytes, size, mostBytes, accesses);
  if (!layout)
    return std::nullopt;
  return KeptBuffer{buffer,
                    *layout,
                    elementType,
                    found->second.front(),
                    found->second.back(),
                    elements * size};
}

std::vector<KeptBuffer> glia::tile::findKeepable(const ProgramModel &model,
                                                 int64_t mostBytes) {
  std::vector<KeptBuffer> buffers;
  for (BufferOp buffer : model.buffers)
    if (auto keepable = makeKeepable(model, buffer, mostBytes))
      buffers.push_back(*keepable);
  return buffers;
}
