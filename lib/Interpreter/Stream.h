//===- Stream.h - One engine's instruction stream -------------------------===//
//
// The state that control instructions change: registers, loops, calls, the
// place in the program. Both executors step streams by the same functions, the
// one that computes values and the one that computes time.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_STREAM_H
#define GLIA_LIB_INTERPRETER_STREAM_H

#include "Windows.h"
#include "llvm/Support/Error.h"
#include <array>
#include <map>
#include <vector>

namespace glia::interpreter {

struct DecodedInstruction {
  isa::Instruction instruction;
  uint32_t pc = 0;   // in words
  uint64_t fuel = 0; // output elements, at least limits::fuelPerInstruction
  static constexpr uint8_t noQueue = 0xFF;
  uint8_t queue = noQueue; // that it is put on
  bool recurs = false;     // its moving window is multiplied again soon
  ByteRange written;       // bytes of SBUF, in any partition
};

/// The text of one (program, engine).
struct DecodedText {
  std::vector<DecodedInstruction> instructions;
  static constexpr uint32_t noIndex = 0xFFFFFFFF;
  std::vector<uint32_t> indexOfPc; // noIndex inside an instruction

  /// Errors: E3406 if no instruction starts at `pc`.
  llvm::Expected<uint32_t> indexAt(uint32_t pc) const;
};

struct Stream {
  struct Loop {
    uint32_t begin; // index of the loop_begin
    uint32_t remaining;
  };

  const DecodedText *text = nullptr;
  uint32_t index = 0;     // of the instruction to run
  uint32_t nextIndex = 0; // what runs after it; control instructions change it
  bool halted = true;
  std::array<uint32_t, 64> registers{};
  std::array<uint64_t, 16> addresses{};
  std::vector<Loop> loops;
  std::vector<uint32_t> calls; // indices to return to
  /// Loops that were open when each call was made: a callee's loop_end must
  /// not end them.
  std::vector<size_t> loopsAtCall;

  /// Registers whose value came from memory in a run without data: what they
  /// hold means nothing.
  uint64_t unknownRegisters = 0;
  uint32_t unknownAddresses = 0;
  /// Times that control took a hint, since it depends on unknown registers.
  uint64_t assumed = 0;
  /// Times in a row that a branch, by its index, has followed its hint.
  std::map<uint32_t, uint32_t> assumedTaken;
  /// Values loaded from memory so far (Core::loadedValues).
  uint64_t loads = 0;

  bool isUnknown(uint8_t number) const {
    return number < 64 && (unknownRegisters >> number & 1);
  }
  bool isUnknownAddress(uint8_t number) const {
    return unknownAddresses >> number & 1;
  }
  void setRegister(uint8_t number, uint32_t value, bool unknown = false) {
    registers[number] = value;
    unknownRegisters &= ~(uint64_t(1) << number);
    unknownRegisters |= uint64_t(unknown) << number;
  }
  void setAddress(uint8_t number, uint64_t value, bool unknown = false) {
    addresses[number] = value;
    unknownAddresses &= ~(uint32_t(1) << number);
    unknownAddresses |= uint32_t(unknown) << number;
  }
  /// A value plus a register, or none. One that is unknown counts as 0.
  uint32_t plusRegister(uint32_t value, uint8_t number) const {
    bool counts = number != isa::noRegister6 && !isUnknown(number);
    return value + (counts ? registers[number] : 0);
  }
  /// Is that an assumption?
  bool assumes(uint8_t number) const {
    return number != isa::noRegister6 && isUnknown(number);
  }
  /// Of a semaphore instruction.
  template <typename T>
  uint32_t semaphoreValue(const T &x) const {
    return plusRegister(x.value, x.valueRegister);
  }

  /// At the pc; ended if the text is empty.
  llvm::Error start(const DecodedText &text, uint32_t pc);
  const DecodedInstruction &current() const {
    return text->instructions[index];
  }
};

} // namespace glia::interpreter

#endif
