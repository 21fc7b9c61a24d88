//===- GoldenTest.cpp - One instruction per format, written by hand -------===//
//
// Guards against a table that is wrong in the encoder and the decoder alike:
// these bytes were worked out from docs/ISA.md.
//
//===----------------------------------------------------------------------===//

#include "glia/ISA/Instructions.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::isa;

namespace {
/// Bytes by position; everything else is zero.
struct Golden {
  std::vector<uint8_t> bytes;
  explicit Golden(unsigned words) : bytes(words * 64) {}
  Golden &at(size_t position, std::initializer_list<uint8_t> values) {
    std::copy(values.begin(), values.end(), bytes.begin() + int64_t(position));
    return *this;
  }
};
} // namespace

static void check(const char *assembly, Engine stream, const Golden &golden) {
  INFO(assembly);
  llvm::Expected<Instruction> parsed = parse(assembly, stream);
  REQUIRE(bool(parsed));
  llvm::SmallVector<uint8_t> bytes;
  REQUIRE(!encode(*parsed, bytes));
  REQUIRE(std::vector<uint8_t>(bytes.begin(), bytes.end()) == golden.bytes);
  llvm::Expected<Instruction> decoded = decode(golden.bytes);
  REQUIRE(bool(decoded));
  REQUIRE((*decoded == *parsed));
}

TEST_CASE("Control: semaphore_wait") {
  // opcode 0x50, engine 4 in bits 16-18, one word; semaphore in byte 4, value
  // from byte 8 on; no register (63) in byte 5.
  check("semaphore_wait semaphore=s18, value=0x01020304", Engine::sync,
        Golden(1).at(0, {0x50, 0x00, 0x04, 0x00, 18, 63}).at(8, {4, 3, 2, 1}));
}

TEST_CASE("Control: branch") {
  // Condition 3, r5, none (63); value from byte 8, target from byte 16, hint
  // from byte 24 on.
  check("branch condition=less, left=r5, value=-2, hint=9, target=300",
        Engine::vector,
        Golden(1)
            .at(0, {0x4C, 0x00, 0x01, 0x00, 3, 5, 63})
            .at(8, {0xFE, 0xFF, 0xFF, 0xFF})
            .at(16, {0x2C, 0x01})
            .at(24, {9}));
}

TEST_CASE("OneWord: memset") {
  // Operand from byte 8: space 1 | type 3 << 4 | start 32 << 9 -> 0x4031;
  // partitions 16; rank 2; offset; pairs.
  check("memset psum.f16[32+16, 0x804](5:-3, 2:1), value=0x3c00",
        Engine::vector,
        Golden(1)
            .at(0, {0x15, 0x00, 0x01, 0x00})
            .at(8, {0x31, 0x40, 16, 2, 0x04, 0x08, 0, 0, 5, 0, 0xFD, 0xFF, 2, 0,
                    1, 0})
            .at(56, {0x00, 0x3C}));
}

TEST_CASE("TwoWords: tensor_scalar with a rounding word") {
  // Three words: words - 1 = 2 in bits 19-20, bit 21 rounding word, bit 22
  // saturate: 0x01 | 0x10 | 0x20 | 0x40.
  Golden golden(3);
  golden.at(0, {0x11, 0x00, 0x71, 0x00, 3, 1, 1, 0});
  golden.at(8, {0x20, 0x00, 1, 1, 0, 0, 0, 0, 4, 0, 1,
                0}); // sbuf.bf16[0+1, 0](4:1): type 2 << 4
  golden.at(32, {0x00, 0x00, 1, 1, 64, 0, 0, 0, 4, 0, 1,
                 0}); // sbuf.f32[0+1, 64](4:1)
  golden.at(64, {0x00, 0, 0, 0, 0x00, 0x00, 0xC0, 0x3F}); // 1.5
  golden.at(72, {0x01, 0x10, 0, 0, 0x00, 0x01, 0,
                 0}); // pointer, f32, partition 64 << 6, offset 256
  golden.at(128, {9, 0, 0, 0, 0x45, 0xF8, 0x01,
                  0}); // stream 9; r5 | a1 << 6 | none (63) << 11
  golden.at(136,
            {0x10, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0}); // index 16, ordinal 7
  golden.at(152, {1}).at(160, {2}).at(168, {3}).at(176, {4}).at(
      184, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF});
  check(
      "tensor_scalar sbuf.bf16[0+1, 0](4:1), sbuf.f32[0+1, 64](4:1), #1.5, "
      "ptr.f32[64, 256], op0=multiply, op1=add, reverse0=true, saturate=true, "
      "stochastic=(stream 9 + r5, index 16 + a1, strides 1 2 3 4 -1, ordinal "
      "7)",
      Engine::vector, golden);
}

TEST_CASE("Transfer: dma_load") {
  // HBM operand from byte 56: type 0 | rank 2 << 5, base a3; offset
  // 0x123456789A from byte 58; core; pairs from byte 68.
  Golden golden(2);
  golden.at(0, {0x30, 0x00, 0x0C, 0x00, 5, 10, 2, 0});
  golden.at(8, {0x00, 0x02, 3, 1, 0, 0, 0, 0, 4, 0, 1, 0});
  golden.at(56, {0x40, 0x03, 0x9C, 0x78, 0x56, 0x34, 0x12, 0x00, 0xFF, 0xFF,
                 0x0F, 0x00});
  golden.at(68, {3, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 4,
                 0, 0, 0, 4});
  check("dma_load sbuf.f32[1+3, 0](4:1), hbm.f32[a3+0x123456789C](3:-16, 4:4), "
        "queue=5, signalBase=s10, signalMask=2",
        Engine::sync, golden);
}

TEST_CASE("Transfer: dma_scatter") {
  // Byte 6: mask 1 in bits 0-4, register 9 from bit 5 on (9 << 5 = 0x120);
  // byte 7: the rest of the register, then wrap, skip, accumulate from bit 3.
  Golden golden(2);
  golden.at(0, {0x35, 0x00, 0x0C, 0x00, 1, 2, 0x21, 0x01 | 0x10 | 0x20});
  golden.at(8, {0x00, 0x00, 2, 1, 0, 0, 0, 0, 4, 0, 1, 0}); // source
  golden.at(32, {0xD0, 0x00, 2, 1, 64, 0, 0, 0, 1, 0, 1, 0}); // index: i32 (13)
  golden.at(56, {0x40, 0x1F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0x0F, 0x00});
  golden.at(68, {8, 0, 0, 0, 16}).at(80, {4, 0, 0, 0, 4});
  check("dma_scatter hbm.f32[0](8:16, 4:4), sbuf.i32[0+2, 64](1:1), "
        "sbuf.f32[0+2, 0](4:1), queue=1, signalBase=s2, signalMask=1, "
        "skip=true, accumulate=true, indexRegister=r9",
        Engine::sync, golden);
}

TEST_CASE("Move: dma_move") {
  // Cores from byte 56 and byte 60 on; accumulate is bit 3 of byte 7.
  Golden golden(1);
  golden.at(0, {0x33, 0x00, 0x04, 0x00, 1, 0, 0, 0x08});
  golden.at(8, {0x00, 0x00, 2, 1, 0, 0, 0, 0, 4, 0, 1, 0});
  golden.at(32, {0x00, 0x08, 2, 1, 64, 0, 0, 0, 4, 0, 1, 0}); // start 4 << 9
  golden.at(56, {0xFF, 0xFF, 0x0F, 0, 3});
  check("dma_move sbuf.f32[0+2, 0](4:1), sbuf.f32[4+2, 64](4:1), queue=1, "
        "accumulate=true, sourceCore=3",
        Engine::sync, golden);
}

TEST_CASE("Affine: affine_select") {
  Golden golden(2);
  golden.at(0, {0xA1, 0x00, 0x0B, 0x00, 13}); // greater_equal
  golden.at(8, {0x20, 0x00, 2, 1, 0, 0, 0, 0, 4, 0, 1, 0});
  golden.at(32, {0x20, 0x00, 2, 1, 64, 0, 0, 0, 4, 0, 1, 0});
  golden.at(56, {7}).at(64, {1});
  golden.at(72, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF});
  golden.at(96, {5}).at(104, {0x80, 0xFF});
  check("affine_select sbuf.bf16[0+2, 0](4:1), sbuf.bf16[0+2, 64](4:1), "
        "compare=greater_equal, offset=7, step0=1, step1=-1, step4=5, "
        "fill=0xff80",
        Engine::gpsimd, golden);
}

TEST_CASE("WideTransfer: dma_copy") {
  Golden golden(3);
  golden.at(0, {0x32, 0x00, 0x14, 0x00, 1, 0, 0, 0});
  golden.at(8, {0x2A, 0x1F, 8, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0})
      .at(20, {6, 0, 0, 0, 1}); // u8 (10), rank 1, no base, offset 8, core 2
  golden.at(80, {0x2A, 0x1F, 0, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0x0F, 0})
      .at(92, {6, 0, 0, 0, 0}); // offset 256, this core, stride 0
  check("dma_copy hbm.u8[8, core 2](6:1), hbm.u8[256](6:0), queue=1",
        Engine::sync, golden);
}
