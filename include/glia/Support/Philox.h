//===- Philox.h - Counter-based random bits -------------------------------===//
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy
// as 1, 2, 3; SC 2011). A pure function of counter and key: whatever the order
// in which elements are worked on, each has its own bits.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_PHILOX_H
#define GLIA_SUPPORT_PHILOX_H

#include <array>
#include <cstdint>

namespace glia {

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter,
                                   std::array<uint32_t, 2> key);

} // namespace glia

#endif
