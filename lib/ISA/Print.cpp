//===- Print.cpp - Instruction to assembly --------------------------------===//
//
// mnemonic operand, operand, name=value, ...
//   on chip   sbuf.f32[0+128, 0x400](4:512, 2:1)    start + partitions, byte
//                                                   offset, pairs count:stride
//   HBM       hbm.f32[a3+0x100, core 2](128:2048)   strides in bytes
//   lanes     lanes=(1 0 3 2 ... _)   the source of each lane, _ leaves it
//   scalar    #1.5   #f32:0x7fc00000   #i32:-5   ptr.f32[32, 0x40]
//
//===----------------------------------------------------------------------===//

#include "glia/ISA/Instructions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <bit>
#include <charconv>
#include <cmath>

using namespace llvm;

namespace glia::isa {

static void printHex(raw_ostream &os, uint64_t value) {
  os << format_hex(value, 1);
}

template <typename Count, typename Stride, size_t n>
static void printPairs(raw_ostream &os, unsigned rank,
                       const std::array<Count, n> &count,
                       const std::array<Stride, n> &stride) {
  os << '(';
  for (unsigned i = 0; i < rank && i < n; ++i)
    os << (i ? ", " : "") << count[i] << ':' << stride[i];
  os << ')';
}

static void printOperand(raw_ostream &os, const OnChipOperand &operand) {
  os << name(operand.space) << '.' << glia::name(operand.type) << '['
     << unsigned(operand.startPartition) << '+' << unsigned(operand.partitions)
     << ", ";
  printHex(os, operand.byteOffset);
  os << ']';
  printPairs(os, operand.rank, operand.count, operand.stride);
}

static void printOperand(raw_ostream &os, const HbmOperand &operand) {
  os << "hbm." << glia::name(operand.type) << '[';
  if (operand.baseRegister != noRegister5)
    os << 'a' << unsigned(operand.baseRegister) << '+';
  printHex(os, operand.offset);
  if (operand.core != selfCore)
    os << ", core " << operand.core;
  os << ']';
  printPairs(os, operand.rank, operand.count, operand.stride);
}

static void printOperand(raw_ostream &os, const ScalarOperand &operand) {
  if (operand.isPointer) {
    os << "ptr." << glia::name(operand.type) << '['
       << unsigned(operand.startPartition) << ", ";
    printHex(os, operand.bits);
    os << ']';
    return;
  }
  float value = std::bit_cast<float>(operand.bits);
  if (operand.type == ElementType::f32 && std::isfinite(value)) {
    char buffer[32];
    auto result = std::to_chars(std::begin(buffer), std::end(buffer),
                                value); // shortest that reads back the same
    os << '#' << StringRef(buffer, size_t(result.ptr - buffer));
  } else if (operand.type == ElementType::i32) {
    os << "#i32:" << int32_t(operand.bits);
  } else {
    os << '#' << glia::name(operand.type) << ':';
    printHex(os, operand.bits);
  }
}

namespace {
/// What the generated printFields of each instruction calls.
class FieldPrinter {
public:
  explicit FieldPrinter(raw_ostream &os) : os(os) {}

  template <typename Operand>
  void operand(const Operand &operand) {
    separate();
    printOperand(os, operand);
  }
  template <typename T>
  void named(StringRef name, const T &value, StringRef prefix) {
    separate();
    os << name << '=' << prefix;
    if constexpr (std::is_same_v<T, bool>)
      os << (value ? "true" : "false");
    else if constexpr (std::is_enum_v<T>)
      os << isa::name(value);
    else if constexpr (std::is_same_v<T, uint64_t>)
      printHex(os, value);
    else if constexpr (std::is_signed_v<T>)
      os << int64_t(value);
    else if constexpr (std::is_same_v<T, LanePermutation>)
      printLanes(value);
    else if constexpr (std::is_same_v<T, ScalarOperand>)
      printOperand(os, value);
    else
      os << uint32_t(value);
  }
  void stochastic(const StochasticRounding &rounding) {
    separate();
    os << "stochastic=(stream " << rounding.stream;
    printRegister('r', rounding.streamRegister, noRegister6);
    os << ", index ";
    printHex(os, rounding.indexOffset);
    printRegister('a', rounding.indexRegister, noRegister5);
    os << ", strides";
    for (int64_t stride : rounding.indexStride)
      os << ' ' << stride;
    os << ", ordinal " << rounding.ordinal;
    printRegister('r', rounding.ordinalRegister, noRegister6);
    os << ')';
  }

private:
  void separate() {
    os << (first ? " " : ", ");
    first = false;
  }
  void printLanes(const LanePermutation &lanes) {
    os << '(';
    for (unsigned i = 0; i < lanes.source.size(); ++i) {
      os << (i ? " " : "");
      if (lanes.source[i] == LanePermutation::leave)
        os << '_';
      else
        os << unsigned(lanes.source[i]);
    }
    os << ')';
  }
  void printRegister(char prefix, unsigned number, unsigned none) {
    if (number != none)
      os << " + " << prefix << number;
  }
  raw_ostream &os;
  bool first = true;
};
} // namespace

#include "glia/ISA/Printer.cpp.inc"

void print(const Instruction &instruction, raw_ostream &os) {
  std::visit(
      [&](const auto &x) {
        os << mnemonic(x.opcode);
        FieldPrinter printer(os);
        printFields(x, printer);
        if constexpr (std::decay_t<decltype(x)>::rounds) {
          if (x.saturate)
            printer.named("saturate", true, "");
          if (x.rounding == Rounding::stochastic)
            printer.stochastic(x.stochastic);
        }
      },
      instruction);
}

} // namespace glia::isa
