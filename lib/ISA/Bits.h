//===- Bits.h - Fields in the words of an instruction ---------------------===//
//
// Bit n of an instruction is bit n % 8 of byte n / 8. The writer keeps the
// first field that is out of range, the reader the first that has no meaning;
// the generated coders only list the fields.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_ISA_BITS_H
#define GLIA_LIB_ISA_BITS_H

#include "glia/ISA/Instructions.h"
#include "llvm/ADT/Twine.h"

namespace glia::isa {

/// The header that every format starts with.
struct Header {
  uint16_t opcode = 0;
  uint8_t engine = 0, words = 1;
  bool hasRoundingWord = false, saturate = false;
};
inline constexpr unsigned headerBits = 23;
inline constexpr unsigned maxInstructionWords = 4;

void writeBits(llvm::MutableArrayRef<uint8_t> bytes, unsigned low,
               unsigned width, uint64_t value);
uint64_t readBits(llvm::ArrayRef<uint8_t> bytes, unsigned low, unsigned width);

class FieldWriter {
public:
  explicit FieldWriter(llvm::MutableArrayRef<uint8_t> bytes) : bytes(bytes) {}

  template <typename T>
    requires(std::is_unsigned_v<T> || std::is_enum_v<T>)
  void write(llvm::StringRef name, unsigned low, unsigned width, T value) {
    if constexpr (std::is_enum_v<T>)
      writeNumber(name, low, width, uint64_t(value), isKnown(value));
    else
      writeNumber(name, low, width, uint64_t(value), true);
  }
  template <typename T>
    requires(std::is_signed_v<T>)
  void write(llvm::StringRef name, unsigned low, unsigned width, T value) {
    writeNumber(name, low, width, std::make_unsigned_t<T>(value), true);
  }
  void write(llvm::StringRef name, unsigned low, unsigned width,
             const OnChipOperand &operand);
  void write(llvm::StringRef name, unsigned low, unsigned width,
             const HbmOperand &operand);
  void write(llvm::StringRef name, unsigned low, unsigned width,
             const ScalarOperand &operand);
  void write(llvm::StringRef name, unsigned low, unsigned width,
             const LanePermutation &lanes);
  void writeRounding(unsigned low, const StochasticRounding &rounding);
  void writeSigned(unsigned low, unsigned width, int64_t value) {
    writeBits(bytes, low, width, uint64_t(value));
  }

  bool failed() const { return !reason.empty(); }
  llvm::StringRef message() const { return reason; }
  void fail(llvm::StringRef field, const llvm::Twine &text);

private:
  void writeNumber(llvm::StringRef name, unsigned low, unsigned width,
                   uint64_t value, bool known);
  void writeType(llvm::StringRef name, unsigned low, ElementType type);
  llvm::MutableArrayRef<uint8_t> bytes;
  std::string reason;
};

class FieldReader {
public:
  explicit FieldReader(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}

  template <typename T>
    requires(std::is_unsigned_v<T> || std::is_enum_v<T>)
  void read(llvm::StringRef name, unsigned low, unsigned width, T &value) {
    uint64_t number = readBits(bytes, low, width);
    value = static_cast<T>(number);
    if constexpr (std::is_enum_v<T>)
      if (!isKnown(value))
        fail(name, "has no meaning for " + llvm::Twine(number));
  }
  template <typename T>
    requires(std::is_signed_v<T>)
  void read(llvm::StringRef, unsigned low, unsigned width, T &value) {
    value = T(readBits(bytes, low, width));
  }
  void read(llvm::StringRef name, unsigned low, unsigned width,
            OnChipOperand &operand);
  void read(llvm::StringRef name, unsigned low, unsigned width,
            HbmOperand &operand);
  void read(llvm::StringRef name, unsigned low, unsigned width,
            ScalarOperand &operand);
  void read(llvm::StringRef name, unsigned low, unsigned width,
            LanePermutation &lanes);
  void readRounding(unsigned low, StochasticRounding &rounding);

  bool failed() const { return !reason.empty(); }
  llvm::StringRef message() const { return reason; }

private:
  void fail(llvm::StringRef field, const llvm::Twine &text);
  ElementType readType(llvm::StringRef name, unsigned low);
  int64_t readSigned(unsigned low, unsigned width);
  llvm::ArrayRef<uint8_t> bytes;
  std::string reason;
};

} // namespace glia::isa

#endif
