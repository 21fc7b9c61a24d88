//===- DmaModel.h - A scalar model of transfers ---------------------------===//
//
// SBUF as in SbufModel.h beside some bytes of HBM. A walk over an operand is a
// list of places here, so a transfer is a loop over two lists; conversions are
// written out for the few types that the tests use.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_DMAMODEL_H
#define GLIA_TEST_UNIT_INTERPRETER_DMAMODEL_H

#include "SbufModel.h"
#include <cmath>

namespace glia::test {

struct DmaImage {
  static constexpr uint64_t hbmBytes = 8192;
  SbufImage sbuf;
  std::vector<uint8_t> hbm = std::vector<uint8_t>(hbmBytes);
};

/// A place of one element.
struct Element {
  bool isHbm;
  uint64_t at;
  ElementType type;

  uint64_t read(const DmaImage &image) const {
    uint64_t bits = 0;
    std::memcpy(&bits, &(isHbm ? image.hbm : image.sbuf.bytes)[at],
                bitWidth(type) / 8);
    return bits;
  }
  void write(DmaImage &image, uint64_t bits) const {
    std::memcpy(&(isHbm ? image.hbm : image.sbuf.bytes)[at], &bits,
                bitWidth(type) / 8);
  }
};
using Walk = std::vector<Element>;

inline Walk walkOf(const OnChipOperand &o) {
  Walk walk;
  for (unsigned p = 0; p < o.partitions; ++p)
    for (uint64_t i = 0; i < o.elementsPerPartition(); ++i)
      walk.push_back({false, SbufImage::address(o, p, i), o.type});
  return walk;
}
inline Walk walkOf(const HbmOperand &o) {
  Walk walk;
  for (uint64_t n = 0; n < o.elements(); ++n) {
    int64_t at = int64_t(o.offset);
    uint64_t rest = n;
    for (unsigned pair = o.rank; pair-- > 0; rest /= o.count[pair])
      at += int64_t(rest % o.count[pair]) * o.stride[pair];
    walk.push_back({true, uint64_t(at), o.type});
  }
  return walk;
}

/// Of f32, bf16 and integers.
inline float floatOf(ElementType type, uint64_t bits) {
  if (type == ElementType::f32 || type == ElementType::bf16)
    return std::bit_cast<float>(
        uint32_t(type == ElementType::bf16 ? bits << 16 : bits));
  unsigned unused = 64 - bitWidth(type);
  if (type == ElementType::i32 || type == ElementType::i64)
    return float(int64_t(bits << unused) >> unused);
  return float(bits);
}
inline uint64_t bitsOf(ElementType type, float value) {
  if (type == ElementType::f32)
    return std::isnan(value) ? 0x7FC00000 : std::bit_cast<uint32_t>(value);
  if (type == ElementType::bf16) {
    uint32_t bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value))
      return 0x7FC0;
    uint32_t low = bits & 0xFFFF, high = bits >> 16;
    return low > 0x8000 || (low == 0x8000 && high % 2) ? high + 1 : high;
  }
  if (std::isnan(value))
    return 0;
  double rounded = std::nearbyint(double(value));
  if (type == ElementType::u8)
    return uint64_t(std::min(255.0, std::max(0.0, rounded)));
  if (type == ElementType::i32)
    return uint32_t(
        int32_t(std::min(2147483647.0, std::max(-2147483648.0, rounded))));
  if (rounded >= 0x1p63)
    return INT64_MAX;
  return rounded <= -0x1p63 ? uint64_t(INT64_MIN) : uint64_t(int64_t(rounded));
}
/// An integer in 64 bits, with its sign.
inline uint64_t widened(ElementType type, uint64_t bits) {
  unsigned unused = 64 - bitWidth(type);
  bool isSigned = type == ElementType::i32 || type == ElementType::i64;
  return isSigned ? uint64_t(int64_t(bits << unused) >> unused) : bits;
}
inline uint64_t converted(ElementType from, uint64_t bits, ElementType to) {
  if (from == to)
    return bits;
  if (isInteger(from) && isInteger(to))
    return widened(from, bits); // the store cuts
  return bitsOf(to, floatOf(from, bits));
}
/// What is there plus what comes.
inline uint64_t summed(ElementType to, uint64_t there, ElementType from,
                       uint64_t bits) {
  if (isInteger(from) && isInteger(to))
    return widened(to, there) + widened(from, bits);
  return bitsOf(to, floatOf(to, there) + floatOf(from, bits));
}
/// All of `from` is read, then `to` is written in order.
inline void transfer(DmaImage &image, const Walk &to, const Walk &from,
                     bool accumulate) {
  REQUIRE(to.size() == from.size());
  std::vector<uint64_t> bits;
  for (const Element &element : from)
    bits.push_back(element.read(image));
  for (size_t i = 0; i < to.size(); ++i)
    to[i].write(image, accumulate
                           ? summed(to[i].type, to[i].read(image), from[i].type,
                                    bits[i])
                           : converted(from[i].type, bits[i], to[i].type));
}

class DmaRandom : public SbufRandom {
public:
  using SbufRandom::SbufRandom;
  DmaImage images() {
    DmaImage result;
    result.sbuf = image();
    for (uint8_t &byte : result.hbm)
      byte = below(4) ? uint8_t(bits()) : 0;
    return result;
  }
  ElementType type() {
    return pick({ElementType::f32, ElementType::bf16, ElementType::i32,
                 ElementType::i64, ElementType::u8});
  }
  /// Any start, as a DMA may.
  OnChipOperand onChip(ElementType type, unsigned partitions, uint64_t n) {
    OnChipOperand o = operand(type, partitions, n);
    o.startPartition = uint8_t(below(129 - partitions));
    return o;
  }
  HbmOperand hbm(ElementType type, std::vector<uint32_t> counts,
                 bool zeroStrides = false) {
    HbmOperand o;
    o.type = type;
    o.rank = uint8_t(counts.size());
    int64_t size = bitWidth(type) / 8, reach = size, lowest = 0;
    for (size_t i = counts.size(); i-- > 0;) {
      o.count[i] = counts[i];
      if (zeroStrides && below(5) == 0)
        continue;
      int64_t stride = reach;
      int64_t span = stride * (int64_t(counts[i]) - 1);
      reach += span;
      if (below(3) == 0) {
        lowest -= span;
        stride = -stride;
      }
      o.stride[i] = stride;
    }
    REQUIRE(reach <= int64_t(DmaImage::hbmBytes));
    int64_t first = int64_t(below(
        uint64_t(int64_t(DmaImage::hbmBytes) - reach) / uint64_t(size) + 1));
    o.offset = uint64_t(first * size - lowest);
    return o;
  }
  /// `n` in one to three pairs.
  std::vector<uint32_t> factors(uint32_t n) {
    std::vector<uint32_t> result;
    for (uint64_t i = below(3); i-- > 0;) {
      uint32_t factor;
      do
        factor = uint32_t(1 + below(n));
      while (n % factor);
      result.push_back(factor);
      n /= factor;
    }
    result.push_back(n);
    return result;
  }
};

/// Runs each transfer on its images and compares all bytes.
class DmaBatch {
public:
  template <typename T>
  void add(const DmaImage &before, T x, const DmaImage &after) {
    x.engine = Engine::sync;
    modelled(T::opcode);
    cases.push_back({before, after, Instruction(x)});
  }
  void run(const char *target = "trn2") {
    TestProgram program;
    program.image.target = target;
    uint64_t n = cases.size(), sbuf = 128 * SbufImage::width,
             hbmBytes = DmaImage::hbmBytes, hbmOut = n * (sbuf + hbmBytes),
             sbufOut = hbmOut + n * hbmBytes;
    program.image.hbmBytes = sbufOut + n * sbuf;
    program.input("sbuf", 0, n * sbuf)
        .input("hbm", n * sbuf, n * hbmBytes)
        .output("hbmOut", hbmOut, n * hbmBytes)
        .output("sbufOut", sbufOut, n * sbuf);
    OnChipOperand all = tile(128, SbufImage::width, 0, ElementType::u8);
    auto row = [](uint64_t offset, uint64_t bytes) {
      return hbm(uint32_t(bytes / 64), 64, offset, ElementType::u8);
    };
    std::vector<uint8_t> sbufIn, hbmIn;
    for (uint64_t i = 0; i < n; ++i) {
      const DmaImage &before = cases[i].before;
      sbufIn.insert(sbufIn.end(), before.sbuf.bytes.begin(),
                    before.sbuf.bytes.end());
      hbmIn.insert(hbmIn.end(), before.hbm.begin(), before.hbm.end());
      uint64_t base = hbmOut + i * hbmBytes;
      program.add(DmaLoad{Engine::sync, 0, 0, 0, all, row(i * sbuf, sbuf)});
      program.add(DmaCopy{Engine::sync, 0, 0, 0, row(base, hbmBytes),
                          row(n * sbuf + i * hbmBytes, hbmBytes)});
      std::visit(
          [&](auto x) {
            if constexpr (requires { x.source.baseRegister; })
              x.source.offset += base;
            if constexpr (requires { x.destination.baseRegister; })
              x.destination.offset += base;
            program.add(x);
          },
          cases[i].instruction);
      program.add(
          DmaStore{Engine::sync, 0, 0, 0, row(sbufOut + i * sbuf, sbuf), all});
    }
    auto machine = program.make();
    REQUIRE(!machine->setInput("sbuf", sbufIn));
    REQUIRE(!machine->setInput("hbm", hbmIn));
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
    auto gotHbm = outputOf<uint8_t>(*machine, "hbmOut"),
         gotSbuf = outputOf<uint8_t>(*machine, "sbufOut");
    for (uint64_t i = 0; i < n; ++i) {
      std::string text;
      llvm::raw_string_ostream os(text);
      isa::print(cases[i].instruction, os);
      INFO(text);
      compare(cases[i].after.hbm, gotHbm, i * hbmBytes);
      compare(cases[i].after.sbuf.bytes, gotSbuf, i * sbuf);
    }
  }

private:
  static void compare(const std::vector<uint8_t> &want,
                      const std::vector<uint8_t> &got, uint64_t from) {
    uint64_t at = 0;
    while (at < want.size() && got[from + at] == want[at])
      ++at;
    INFO("byte " << at);
    REQUIRE(at == want.size());
  }
  struct Case {
    DmaImage before, after;
    Instruction instruction;
  };
  std::vector<Case> cases;
};

} // namespace glia::test

#endif
