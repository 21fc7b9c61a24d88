//===- Philox.cpp - Counter-based random bits -----------------------------===//
//
// Ten rounds; the key is bumped by the Weyl constants between them.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Philox.h"

namespace glia {

static constexpr uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
static constexpr uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
static constexpr unsigned rounds = 10;

std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 4> counter,
                                   std::array<uint32_t, 2> key) {
  for (unsigned round = 0; round < rounds; ++round) {
    uint64_t even = multiplier0 * counter[0], odd = multiplier1 * counter[2];
    counter = {static_cast<uint32_t>(odd >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(odd),
               static_cast<uint32_t>(even >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(even)};
    key[0] += weyl0;
    key[1] += weyl1;
  }
  return counter;
}

} // namespace glia
