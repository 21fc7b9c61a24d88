//===- MachineSizes.h - What the back end needs to know of a target -------===//
//
// Taken from the target's record, so that passes do not each look it up.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_MACHINESIZES_H
#define GLIA_DIALECTS_TILE_MACHINESIZES_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace glia::tile {

struct MachineSizes {
  int64_t sbufBytes = 0; // usable, per partition
  int64_t hbmBytes = 0;  // one core's share
  std::array<double, 5> clockGHz{}; // by stream
  double dmaBytesPerNanosecond = 0; // all DMA engines
};

/// None for an unknown target.
std::optional<MachineSizes> findMachineSizes(llvm::StringRef target);

} // namespace glia::tile

#endif
