//===- Bits.cpp - Fields in the words of an instruction -------------------===//

#include "Bits.h"

using namespace llvm;

namespace glia::isa {

void writeBits(MutableArrayRef<uint8_t> bytes, unsigned low, unsigned width,
               uint64_t value) {
  for (unsigned done = 0; done < width;) {
    unsigned bit = low + done, inByte = bit % 8,
             take = std::min(8 - inByte, width - done);
    uint8_t mask = uint8_t(((1u << take) - 1) << inByte);
    uint8_t part = uint8_t(((value >> done) & ((1u << take) - 1)) << inByte);
    bytes[bit / 8] = uint8_t((bytes[bit / 8] & ~mask) | part);
    done += take;
  }
}

uint64_t readBits(ArrayRef<uint8_t> bytes, unsigned low, unsigned width) {
  uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    unsigned bit = low + done, inByte = bit % 8,
             take = std::min(8 - inByte, width - done);
    value |= uint64_t((bytes[bit / 8] >> inByte) & ((1u << take) - 1)) << done;
    done += take;
  }
  return value;
}

// Where the parts of an operand stand, from its first bit on.
namespace onChip {
enum : unsigned {
  space = 0,
  type = 4,
  startPartition = 9,
  partitions = 16,
  rank = 24,
  byteOffset = 32,
  pairs = 64,
  pairBits = 32
};
}
namespace hbm {
enum : unsigned {
  type = 0,
  rank = 5,
  baseRegister = 8,
  offset = 16,
  core = 64,
  pairs = 96,
  pairBits = 96
};
}
namespace scalar {
enum : unsigned { isPointer = 0, type = 1, startPartition = 6, bits = 32 };
}
namespace roundingWord {
enum : unsigned {
  stream = 0,
  streamRegister = 32,
  indexRegister = 38,
  ordinalRegister = 43,
  indexOffset = 64,
  ordinal = 128,
  strides = 192
};
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void FieldWriter::fail(StringRef field, const Twine &text) {
  if (reason.empty())
    reason = ("`" + field + "`: " + text).str();
}

void FieldWriter::writeNumber(StringRef name, unsigned low, unsigned width,
                              uint64_t value, bool known) {
  if (!known)
    fail(name, "has no meaning for " + Twine(value));
  else if (width < 64 && value >> width != 0)
    fail(name, "expects at most " + Twine((uint64_t(1) << width) - 1) +
                   ", got " + Twine(value));
  writeBits(bytes, low, width, value);
}

void FieldWriter::writeType(StringRef name, unsigned low, ElementType type) {
  writeNumber(name, low, 5, uint64_t(type), unsigned(type) < numElementTypes);
}

void FieldWriter::write(StringRef name, unsigned low, unsigned,
                        const OnChipOperand &operand) {
  writeNumber(name, low + onChip::space, 4, uint64_t(operand.space),
              isKnown(operand.space));
  writeType(name, low + onChip::type, operand.type);
  writeNumber(name, low + onChip::startPartition, 7, operand.startPartition,
              true);
  writeNumber(name, low + onChip::partitions, 8, operand.partitions, true);
  writeNumber(name, low + onChip::rank, 3, operand.rank, true);
  writeNumber(name, low + onChip::byteOffset, 32, operand.byteOffset, true);
  if (operand.rank > 4)
    fail(name, "expects at most 4 pairs, got " + Twine(unsigned(operand.rank)));
  for (unsigned i = 0; i < 4; ++i) {
    unsigned at = low + onChip::pairs + i * onChip::pairBits;
    if (i < operand.rank) {
      writeBits(bytes, at, 16, operand.count[i]);
      writeSigned(at + 16, 16, operand.stride[i]);
    } else if (operand.count[i] != 1 || operand.stride[i] != 1) {
      fail(name, "expects unused pairs of count 1 and stride 1");
    }
  }
}

void FieldWriter::write(StringRef name, unsigned low, unsigned,
                        const HbmOperand &operand) {
  writeType(name, low + hbm::type, operand.type);
  writeNumber(name, low + hbm::rank, 3, operand.rank, true);
  writeNumber(name, low + hbm::baseRegister, 5, operand.baseRegister, true);
  writeNumber(name, low + hbm::offset, 40, operand.offset, true);
  writeNumber(name, low + hbm::core, 20, operand.core, true);
  if (operand.rank > 5)
    fail(name, "expects at most 5 pairs, got " + Twine(unsigned(operand.rank)));
  for (unsigned i = 0; i < 5; ++i) {
    unsigned at = low + hbm::pairs + i * hbm::pairBits;
    if (i < operand.rank) {
      writeBits(bytes, at, 32, operand.count[i]);
      writeSigned(at + 32, 64, operand.stride[i]);
    } else if (operand.count[i] != 1 || operand.stride[i] != 0) {
      fail(name, "expects unused pairs of count 1 and stride 0");
    }
  }
}

void FieldWriter::write(StringRef name, unsigned low, unsigned,
                        const ScalarOperand &operand) {
  writeBits(bytes, low + scalar::isPointer, 1, operand.isPointer);
  writeType(name, low + scalar::type, operand.type);
  writeNumber(name, low + scalar::startPartition, 7, operand.startPartition,
              true);
  writeBits(bytes, low + scalar::bits, 32, operand.bits);
  if (!operand.isPointer && operand.startPartition != 0)
    fail(name, "expects no start partition of an immediate");
}

void FieldWriter::write(StringRef, unsigned low, unsigned,
                        const LanePermutation &lanes) {
  for (unsigned i = 0; i < lanes.source.size(); ++i)
    writeBits(bytes, low + i * 8, 8, lanes.source[i]);
}

void FieldWriter::writeRounding(unsigned low,
                                const StochasticRounding &rounding) {
  StringRef name = "stochastic";
  writeBits(bytes, low + roundingWord::stream, 32, rounding.stream);
  writeNumber(name, low + roundingWord::streamRegister, 6,
              rounding.streamRegister, true);
  writeNumber(
      name, low + roundingWord::indexRegister, 5, rounding.indexRegister,
      rounding.indexRegister < 16 || rounding.indexRegister == noRegister5);
  writeNumber(name, low + roundingWord::ordinalRegister, 6,
              rounding.ordinalRegister, true);
  writeBits(bytes, low + roundingWord::indexOffset, 64, rounding.indexOffset);
  writeBits(bytes, low + roundingWord::ordinal, 32, rounding.ordinal);
  for (unsigned i = 0; i < 5; ++i)
    writeSigned(low + roundingWord::strides + 64 * i, 64,
                rounding.indexStride[i]);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void FieldReader::fail(StringRef field, const Twine &text) {
  if (reason.empty())
    reason = ("`" + field + "`: " + text).str();
}

ElementType FieldReader::readType(StringRef name, unsigned low) {
  uint64_t number = readBits(bytes, low, 5);
  if (number >= numElementTypes) {
    fail(name, "has no element type " + Twine(number));
    return ElementType::f32;
  }
  return ElementType(number);
}

int64_t FieldReader::readSigned(unsigned low, unsigned width) {
  uint64_t value = readBits(bytes, low, width);
  return width == 64 ? int64_t(value)
                     : int64_t(value << (64 - width)) >> (64 - width);
}

void FieldReader::read(StringRef name, unsigned low, unsigned,
                       OnChipOperand &operand) {
  read(name, low + onChip::space, 4, operand.space);
  operand.type = readType(name, low + onChip::type);
  read(name, low + onChip::startPartition, 7, operand.startPartition);
  read(name, low + onChip::partitions, 8, operand.partitions);
  read(name, low + onChip::rank, 3, operand.rank);
  read(name, low + onChip::byteOffset, 32, operand.byteOffset);
  if (operand.rank > 4)
    fail(name, "expects at most 4 pairs, got " + Twine(unsigned(operand.rank)));
  for (unsigned i = 0; i < 4 && i < operand.rank; ++i) {
    unsigned at = low + onChip::pairs + i * onChip::pairBits;
    operand.count[i] = uint16_t(readBits(bytes, at, 16));
    operand.stride[i] = int16_t(readSigned(at + 16, 16));
  }
}

void FieldReader::read(StringRef name, unsigned low, unsigned,
                       HbmOperand &operand) {
  operand.type = readType(name, low + hbm::type);
  read(name, low + hbm::rank, 3, operand.rank);
  read(name, low + hbm::baseRegister, 5, operand.baseRegister);
  read(name, low + hbm::offset, 40, operand.offset);
  read(name, low + hbm::core, 20, operand.core);
  if (operand.rank > 5)
    fail(name, "expects at most 5 pairs, got " + Twine(unsigned(operand.rank)));
  for (unsigned i = 0; i < 5 && i < operand.rank; ++i) {
    unsigned at = low + hbm::pairs + i * hbm::pairBits;
    operand.count[i] = uint32_t(readBits(bytes, at, 32));
    operand.stride[i] = readSigned(at + 32, 64);
  }
}

void FieldReader::read(StringRef name, unsigned low, unsigned,
                       ScalarOperand &operand) {
  operand.isPointer = readBits(bytes, low + scalar::isPointer, 1);
  operand.type = readType(name, low + scalar::type);
  read(name, low + scalar::startPartition, 7, operand.startPartition);
  operand.bits = uint32_t(readBits(bytes, low + scalar::bits, 32));
  if (!operand.isPointer && operand.startPartition != 0)
    fail(name, "expects no start partition of an immediate");
}

void FieldReader::read(StringRef, unsigned low, unsigned,
                       LanePermutation &lanes) {
  for (unsigned i = 0; i < lanes.source.size(); ++i)
    lanes.source[i] = uint8_t(readBits(bytes, low + i * 8, 8));
}

void FieldReader::readRounding(unsigned low, StochasticRounding &rounding) {
  StringRef name = "stochastic";
  read(name, low + roundingWord::stream, 32, rounding.stream);
  read(name, low + roundingWord::streamRegister, 6, rounding.streamRegister);
  read(name, low + roundingWord::indexRegister, 5, rounding.indexRegister);
  read(name, low + roundingWord::ordinalRegister, 6, rounding.ordinalRegister);
  read(name, low + roundingWord::indexOffset, 64, rounding.indexOffset);
  read(name, low + roundingWord::ordinal, 32, rounding.ordinal);
  if (rounding.indexRegister >= 16 && rounding.indexRegister != noRegister5)
    fail(name,
         "has no address register a" + Twine(unsigned(rounding.indexRegister)));
  for (unsigned i = 0; i < 5; ++i)
    rounding.indexStride[i] =
        readSigned(low + roundingWord::strides + 64 * i, 64);
}

} // namespace glia::isa
