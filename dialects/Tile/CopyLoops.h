//===- CopyLoops.h - A copy between buffers as loops ----------------------===//
//
// Both sides of a copy as one loop nest, and accesses to one side as accesses
// to the other.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_COPYLOOPS_H
#define GLIA_DIALECTS_TILE_COPYLOOPS_H

#include "dialects/Tile/Patterns.h"
#include <optional>

namespace glia::tile {

/// A loop over both sides of a copy, strides in bytes.
struct CopyLoop {
  int64_t count, from, to;
};

/// The loops of a copy, outermost first; empty if those of its sides do not
/// divide one another.
llvm::SmallVector<CopyLoop, 6> commonLoops(const BufferPattern &from,
                                           const BufferPattern &to);

/// An access to the destination of a copy as one to its source, or an access to
/// the source as one to the destination (`toDestination`). None if it reaches
/// what is not copied, if the side that it accesses is not one run of bytes, or
/// if the result has more than five pairs.
std::optional<BufferPattern>
throughCopy(const BufferPattern &access, const BufferPattern &from,
            const BufferPattern &to, unsigned elementBytes, bool toDestination);

} // namespace glia::tile

#endif
