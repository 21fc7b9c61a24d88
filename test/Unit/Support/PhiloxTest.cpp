//===- PhiloxTest.cpp - Counter-based random bits -------------------------===//
#include "glia/Support/Philox.h"
#include <catch2/catch.hpp>

using glia::philox4x32;
using Words = std::array<uint32_t, 4>;

TEST_CASE("philox4x32-10: the known answers of Random123") {
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) ==
        Words{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8});
  CHECK(philox4x32({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF},
                   {0xFFFFFFFF, 0xFFFFFFFF}) ==
        Words{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD});
  CHECK(philox4x32({0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344},
                   {0xA4093822, 0x299F31D0}) ==
        Words{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1});
}
