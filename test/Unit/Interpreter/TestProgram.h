//===- TestProgram.h - Small programs for tests of the machine ------------===//
//
// Collects instructions per stream, encodes them, and runs them on one core.
// HBM bindings are named by the test; constants hold given bytes.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_TESTPROGRAM_H
#define GLIA_TEST_UNIT_INTERPRETER_TESTPROGRAM_H

#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Support/Error.h"
#include <catch2/catch.hpp>
#include <random>

namespace glia::test {

using namespace isa;

inline std::string message(llvm::Error error) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::logAllUnhandledErrors(std::move(error), os);
  return text;
}
inline unsigned codeOf(llvm::Error error) {
  unsigned code = 0;
  llvm::handleAllErrors(
      std::move(error),
      [&](const GliaError &each) { code = static_cast<unsigned>(each.code); },
      [&](const llvm::ErrorInfoBase &) { code = 99999; });
  return code;
}
inline std::string factOf(llvm::Error error, llvm::StringRef key) {
  std::string value;
  llvm::handleAllErrors(std::move(error), [&](const GliaError &each) {
    for (const auto &[name, text] : each.facts)
      if (name == key)
        value = text;
  });
  return value;
}

/// [partitions, count] of a type, dense, at a byte offset.
inline OnChipOperand tile(unsigned partitions, unsigned count,
                          uint32_t byteOffset,
                          ElementType type = ElementType::f32,
                          Space space = Space::sbuf,
                          unsigned startPartition = 0) {
  OnChipOperand operand;
  operand.space = space;
  operand.type = type;
  operand.startPartition = static_cast<uint8_t>(startPartition);
  operand.partitions = static_cast<uint8_t>(partitions);
  operand.byteOffset = byteOffset;
  operand.count[0] = static_cast<uint16_t>(count);
  return operand;
}
/// [rows, count] dense in HBM.
inline HbmOperand hbm(uint32_t rows, uint32_t count, uint64_t offset,
                      ElementType type = ElementType::f32) {
  HbmOperand operand;
  int64_t bytes = bitWidth(type) / 8;
  operand.type = type;
  operand.rank = 2;
  operand.offset = offset;
  operand.count = {rows, count, 1, 1, 1};
  operand.stride = {bytes * count, bytes, 0, 0, 0};
  return operand;
}
inline ScalarOperand immediate(float value) {
  return {false, ElementType::f32, 0, std::bit_cast<uint32_t>(value)};
}
inline ScalarOperand immediate(int32_t value) {
  return {false, ElementType::i32, 0, static_cast<uint32_t>(value)};
}

class TestProgram {
public:
  TestProgram() {
    image.target = "trn2";
    image.producer = "test";
    image.programs.resize(1);
    image.entries.push_back({"main", {}, 0, {}});
    image.hbmBytes = 1 << 20;
  }

  /// Appends to the stream of the instruction's engine.
  template <typename T>
  TestProgram &add(T instruction) {
    auto &text =
        image.programs[0].text[static_cast<unsigned>(instruction.engine)];
    llvm::SmallVector<uint8_t, 256> bytes;
    llvm::Error error = encode(Instruction(instruction), bytes);
    INFO(message(std::move(error)));
    REQUIRE(bytes.size() % wordBytes == 0);
    text.insert(text.end(), bytes.begin(), bytes.end());
    return *this;
  }
  template <typename T>
  TestProgram &add(Engine engine, T instruction) {
    instruction.engine = engine;
    return add(instruction);
  }
  /// The pc of the engine's next instruction.
  uint32_t pc(Engine engine) const {
    return static_cast<uint32_t>(
        image.programs[0].text[static_cast<unsigned>(engine)].size() /
        wordBytes);
  }

  TestProgram &input(std::string name, uint64_t offset, uint64_t bytes) {
    return bind(std::move(name), BindingKind::input, offset, bytes);
  }
  TestProgram &output(std::string name, uint64_t offset, uint64_t bytes) {
    return bind(std::move(name), BindingKind::output, offset, bytes);
  }
  template <typename T>
  TestProgram &constant(uint64_t offset, const std::vector<T> &values) {
    const uint8_t *data = reinterpret_cast<const uint8_t *>(values.data());
    weights.emplace_back(data, data + values.size() * sizeof(T));
    image.constants.push_back({"c", offset, values.size() * sizeof(T), 0});
    return *this;
  }

  /// Ends every stream that has text.
  llvm::Expected<std::unique_ptr<Machine>>
  machine(MachineOptions options = {}) {
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!image.programs[0].text[engine].empty())
        add(Halt{static_cast<Engine>(engine)});
    auto read = [weights = weights](
                    size_t constant, uint64_t offset,
                    llvm::MutableArrayRef<uint8_t> bytes) -> llvm::Error {
      std::copy_n(weights[constant].begin() + static_cast<ptrdiff_t>(offset),
                  bytes.size(), bytes.begin());
      return llvm::Error::success();
    };
    return Machine::createFromImage(image, read, options);
  }
  /// Makes a machine that must be good.
  std::unique_ptr<Machine> make(MachineOptions options = {}) {
    auto made = machine(options);
    if (!made)
      FAIL(message(made.takeError()));
    return std::move(*made);
  }

  ObjectImage image;
  std::vector<std::vector<uint8_t>> weights;

private:
  TestProgram &bind(std::string name, BindingKind kind, uint64_t offset,
                    uint64_t bytes) {
    Binding binding;
    binding.name = std::move(name);
    binding.kind = kind;
    binding.type = ElementType::u8;
    binding.shape = {static_cast<int64_t>(bytes)};
    binding.hbmOffset = offset;
    binding.bytes = bytes;
    image.bindings.push_back(binding);
    return *this;
  }
};

/// The engine waits for `count` DMA signals on `semaphore`, and takes them.
inline void waitFor(TestProgram &program, Engine engine, uint8_t semaphore,
                    uint32_t value = 16) {
  program.add(SemaphoreWait{engine, semaphore, value})
      .add(SemaphoreSubtract{engine, semaphore, value});
}

template <typename T>
std::vector<T> outputOf(Machine &machine, llvm::StringRef name) {
  auto bytes = machine.output(name);
  REQUIRE(bool(bytes));
  std::vector<T> values(bytes->size() / sizeof(T));
  std::memcpy(values.data(), bytes->data(), bytes->size());
  return values;
}
template <typename T>
llvm::ArrayRef<uint8_t> bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const uint8_t *>(values.data()),
          values.size() * sizeof(T)};
}

} // namespace glia::test

#endif
