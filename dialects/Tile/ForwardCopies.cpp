//===- ForwardCopies.cpp - tile-forward-copies ----------------------------===//
//
// Splitting heads, merging them, slices and concatenations are copies between
// buffers. Where who reads the copy can read the source, or who writes the
// source can write where the copy would, there is no copy.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/CopyLoops.h"
#include "dialects/Tile/Passes.h"

#define DEBUG_TYPE "tile-forward-copies"

namespace glia::tile {
#define GEN_PASS_DEF_FORWARDCOPIESPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia::tile;

namespace {

/// The new patterns of ops that read or write a buffer.
using Forwarded = SmallVector<std::pair<Operation *, BufferPattern>>;

/// The order of the ops; asking the block would number it anew after each
/// change.
class Order {
public:
  explicit Order(Block &block) {
    for (Operation &op : block)
      positions[&op] = positions.size();
  }
  bool isBefore(Operation *a, Operation *b) const {
    return positions.lookup(a) < positions.lookup(b);
  }
  /// Whoever comes after `next` now comes right before it.
  void moveBefore(Operation *op, Operation *next) {
    if (positions.lookup(op) <= positions.lookup(next))
      return;
    op->moveBefore(next);
    positions[op] = positions.lookup(next);
  }

private:
  DenseMap<Operation *, unsigned> positions;
};

struct ForwardCopiesPass
    : glia::tile::impl::ForwardCopiesPassBase<ForwardCopiesPass> {
  void runOnOperation() override {
    Block &block = getOperation().getBody().front();
    Order order(block);
    SmallVector<CopyBufferOp> copies(block.getOps<CopyBufferOp>());
    for (CopyBufferOp copy : copies)
      if (forward(copy, order))
        ++forwarded;
  }

  static bool forward(CopyBufferOp copy, Order &order);
};

} // namespace

static BufferOp bufferOf(Value value) {
  return value.getDefiningOp<BufferOp>();
}

static bool writes(Operation *op, Value buffer) {
  if (auto store = dyn_cast<StoreOp>(op))
    return store.getDestination() == buffer;
  if (auto copy = dyn_cast<CopyBufferOp>(op))
    return copy.getDestination() == buffer;
  return !llvm::isa<LoadOp, GatherOp>(op); // whatever else there will be
}

static unsigned elementBytesOf(CopyBufferOp copy) {
  return elementBytes(
      cast<BufferType>(copy.getSource().getType()).getElementType());
}

/// The stores that make the source, as stores into the destination; none unless
/// the source is made for this copy alone and nobody meets the destination
/// earlier than the copy does.
static std::optional<Forwarded> forwardStores(CopyBufferOp copy,
                                              const Order &order) {
  Value source = copy.getSource(), destination = copy.getDestination();
  if (bufferOf(source).getKind() != BufferKind::scratch)
    return std::nullopt;
  Forwarded stores;
  for (Operation *user : source.getUsers()) {
    if (user == copy)
      continue;
    auto store = dyn_cast<StoreOp>(user);
    if (!store || !order.isBefore(store, copy))
      return std::nullopt;
    auto pattern =
        throughCopy(store.getDestinationPattern(), copy.getSourcePattern(),
                    copy.getDestinationPattern(), elementBytesOf(copy),
                    /*toDestination=*/true);
    if (!pattern)
      return std::nullopt;
    stores.push_back({store, *pattern});
  }
  auto [low, high] = copy.getDestinationPattern().range();
  for (Operation *user : destination.getUsers()) {
    if (user == copy || order.isBefore(copy, user))
      continue;
    BufferPattern other;
    if (auto store = dyn_cast<StoreOp>(user))
      other = store.getDestinationPattern();
    else if (auto before = dyn_cast<CopyBufferOp>(user);
             before && before.getSource() != destination)
      other = before.getDestinationPattern();
    else
      return std::nullopt;
    if (other.range().first <= high && other.range().second >= low)
      return std::nullopt;
  }
  return stores;
}

/// The loads of the destination, and copies from it, as such of the source;
/// none unless this copy alone makes the destination, and the source stays what
/// it is.
static std::optional<Forwarded> forwardLoads(CopyBufferOp copy,
                                             const Order &order) {
  Value source = copy.getSource(), destination = copy.getDestination();
  if (bufferOf(destination).getKind() != BufferKind::scratch)
    return std::nullopt;
  for (Operation *user : source.getUsers())
    if (writes(user, source) && !order.isBefore(user, copy))
      return std::nullopt;
  Forwarded loads;
  for (Operation *user : destination.getUsers()) {
    if (user == copy)
      continue;
    BufferPattern pattern;
    if (auto load = dyn_cast<LoadOp>(user))
      pattern = load.getSourcePattern();
    else if (auto next = dyn_cast<CopyBufferOp>(user);
             next && next.getDestination() != destination &&
             next.getDestination() != source)
      pattern = next.getSourcePattern();
    else
      return std::nullopt;
    auto through = throughCopy(pattern, copy.getSourcePattern(),
                               copy.getDestinationPattern(),
                               elementBytesOf(copy), /*toDestination=*/false);
    if (!through || !order.isBefore(copy, user))
      return std::nullopt;
    loads.push_back({user, *through});
  }
  return loads;
}

/// Pairs per access: how scattered they have become.
static double averageRank(const Forwarded &accesses) {
  double sum = 0;
  for (auto &[op, pattern] : accesses)
    sum += pattern.rank;
  return accesses.empty() ? 0 : sum / double(accesses.size());
}

static void redirectStores(CopyBufferOp copy, const Forwarded &stores,
                           Order &order) {
  BufferOp buffer = bufferOf(copy.getDestination());
  for (auto &[op, pattern] : stores) {
    auto store = cast<StoreOp>(op);
    order.moveBefore(buffer, store);
    store.getDestinationMutable().assign(copy.getDestination());
    store.setDestinationPattern(pattern);
  }
}

static void redirectLoads(CopyBufferOp copy, const Forwarded &loads) {
  for (auto &[op, pattern] : loads) {
    if (auto load = dyn_cast<LoadOp>(op)) {
      load.getSourceMutable().assign(copy.getSource());
      load.setSourcePattern(pattern);
    } else {
      auto next = cast<CopyBufferOp>(op);
      next.getSourceMutable().assign(copy.getSource());
      next.setSourcePattern(pattern);
    }
  }
}

bool ForwardCopiesPass::forward(CopyBufferOp copy, Order &order) {
  Value source = copy.getSource(), destination = copy.getDestination();
  auto typeOf = [](Value buffer) {
    return cast<BufferType>(buffer.getType()).getElementType();
  };
  if (source == destination || typeOf(source) != typeOf(destination))
    return false;
  std::optional<Forwarded> stores = forwardStores(copy, order),
                           loads = forwardLoads(copy, order);
  if (!stores && !loads)
    return false;
  if (stores && (!loads || averageRank(*stores) < averageRank(*loads)))
    redirectStores(copy, *stores, order);
  else
    redirectLoads(copy, *loads);
  copy->erase();
  for (Value buffer : {source, destination})
    if (buffer.use_empty() && bufferOf(buffer).getKind() == BufferKind::scratch)
      bufferOf(buffer)->erase();
  return true;
}
