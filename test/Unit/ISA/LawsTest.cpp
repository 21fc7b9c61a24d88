//===- LawsTest.cpp - What holds for every instruction of the table -------===//
//
// No code per instruction: a new record is tested as soon as it stands in the
// table.
//
//===----------------------------------------------------------------------===//

#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::isa;

static std::string text(const Instruction &instruction) {
  std::string result;
  llvm::raw_string_ostream os(result);
  print(instruction, os);
  return result;
}

/// Empty on success.
static std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : std::string();
}

/// Calls `test` with random valid instructions of every opcode that the
/// target has.
template <typename Test>
static void forEachRandomInstruction(unsigned count, Test test) {
  for (const Target *target : allTargets()) {
    for (Opcode opcode : allOpcodes()) {
      std::mt19937_64 generator{uint64_t(opcode)};
      for (unsigned i = 0; i < count; ++i) {
        if (!isOn(opcode, *target))
          continue;
        Instruction instruction = isa::random(opcode, generator, *target);
        INFO(target->name.str() << ": " << text(instruction));
        test(instruction, *target);
      }
    }
  }
}

TEST_CASE("random instructions are valid") {
  forEachRandomInstruction(
      300, [](const Instruction &instruction, const Target &target) {
        REQUIRE(messageOf(validate(instruction, target)) == "");
      });
}

TEST_CASE("decode(encode(x)) = x") {
  forEachRandomInstruction(
      300, [](const Instruction &instruction, const Target &) {
        llvm::SmallVector<uint8_t> bytes;
        REQUIRE(messageOf(encode(instruction, bytes)) == "");
        REQUIRE(bytes.size() == words(instruction) * wordBytes);
        bytes.push_back(0xFF); // what follows does not matter
        llvm::Expected<Instruction> decoded = decode(bytes);
        REQUIRE(messageOf(decoded.takeError()) == "");
        REQUIRE((*decoded == instruction));
      });
}

TEST_CASE("parse(print(x)) = x") {
  forEachRandomInstruction(300,
                           [](const Instruction &instruction, const Target &) {
                             llvm::Expected<Instruction> parsed =
                                 parse(text(instruction), engine(instruction));
                             REQUIRE(messageOf(parsed.takeError()) == "");
                             REQUIRE((*parsed == instruction));
                           });
}

TEST_CASE("every bit of an encoding is a field or reserved") {
  // Flipping any bit gives another instruction or a coded error.
  forEachRandomInstruction(2, [](const Instruction &instruction,
                                 const Target &target) {
    llvm::SmallVector<uint8_t> bytes;
    REQUIRE(messageOf(encode(instruction, bytes)) == "");
    for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      llvm::SmallVector<uint8_t> damaged = bytes;
      damaged[bit / 8] ^= uint8_t(1u << bit % 8);
      llvm::Expected<Instruction> decoded = decode(damaged);
      if (!decoded) {
        bool coded = false;
        llvm::handleAllErrors(decoded.takeError(),
                              [&](const GliaError &) { coded = true; });
        REQUIRE(coded);
        continue;
      }
      REQUIRE(!(*decoded == instruction));
      llvm::consumeError(validate(*decoded, target)); // any answer, no crash
      (void)text(*decoded);
      (void)cost(*decoded, target);
    }
  });
}

TEST_CASE("a cut-off instruction does not decode") {
  forEachRandomInstruction(2, [](const Instruction &instruction,
                                 const Target &) {
    llvm::SmallVector<uint8_t> bytes;
    REQUIRE(messageOf(encode(instruction, bytes)) == "");
    for (size_t size = 0; size < bytes.size(); ++size)
      REQUIRE(messageOf(
                  decode(llvm::ArrayRef(bytes).take_front(size)).takeError()) !=
              "");
  });
}

TEST_CASE("costs are positive and finite") {
  forEachRandomInstruction(
      20, [](const Instruction &instruction, const Target &target) {
        Cost c = cost(instruction, target);
        REQUIRE(c.interval_ns > 0);
        REQUIRE(c.latency_ns >= 0);
        REQUIRE(c.interval_ns < 1e9);
      });
}

TEST_CASE("accesses are the operands that the record marks") {
  forEachRandomInstruction(
      20, [](const Instruction &instruction, const Target &) {
        unsigned writes = 0;
        forEachAccess(instruction, [&](Access access) {
          REQUIRE((access.onChip != nullptr) + (access.hbm != nullptr) +
                      (access.scalar != nullptr) ==
                  1);
          writes += access.isWrite;
        });
        REQUIRE(writes <= 2); // topk and rng have two results
      });
}

TEST_CASE("the examples of docs/ISA.md assemble and are valid") {
  for (Opcode opcode : allOpcodes()) {
    INFO(mnemonic(opcode).str() << ": " << example(opcode).str());
    REQUIRE(!example(opcode).empty());
    const Target *target = nullptr; // trn2 where it has it
    for (const Target *each : allTargets())
      if (isOn(opcode, *each) && (!target || each->name == "trn2"))
        target = each;
    std::optional<Engine> stream;
    for (Engine engine : allEngineCases)
      if (!stream && isAllowedOn(opcode, engine))
        stream = engine;
    llvm::Expected<Instruction> parsed = parse(example(opcode), *stream);
    REQUIRE(messageOf(parsed.takeError()) == "");
    CHECK(isa::opcode(*parsed) == opcode);
    CHECK(messageOf(validate(*parsed, *target)) == "");
  }
}

TEST_CASE("mnemonics name opcodes") {
  for (Opcode opcode : allOpcodes())
    REQUIRE(parseMnemonic(mnemonic(opcode)) == opcode);
  REQUIRE(!parseMnemonic("nothing"));
}
