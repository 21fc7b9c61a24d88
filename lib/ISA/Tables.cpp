//===- Tables.cpp - Names, sizes and streams of the instructions ----------===//

#include "Tables.h"

using namespace llvm;

namespace glia::isa {

#include "glia/ISA/Tables.cpp.inc"
#include "glia/ISA/Targets.cpp.inc"

bool isOpcode(uint16_t number) { return isKnownOpcode(number); }
unsigned wordsOfFormat(Opcode opcode) { return formatWords(opcode); }

const Target *findTarget(StringRef name) {
  for (const Target &target : targetRecords)
    if (target.name == name)
      return &target;
  return nullptr;
}

ArrayRef<const Target *> allTargets() {
  static const auto pointers = [] {
    std::array<const Target *, std::size(targetRecords)> result;
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = &targetRecords[i];
    return result;
  }();
  return pointers;
}

double clockGHz(const Target &target, Engine engine) {
  switch (engine) {
  case Engine::tensor:
    return target.tensorClock;
  case Engine::vector:
    return target.vectorClock;
  case Engine::gpsimd:
    return target.gpsimdClock;
  case Engine::scalar:
  case Engine::sync:
    return target.scalarClock;
  }
  return target.scalarClock;
}

ArrayRef<Opcode> allOpcodes() { return opcodeList; }
ArrayRef<StringRef> allCheckLabels() { return checkLabels; }

Opcode opcode(const Instruction &instruction) {
  return std::visit([](const auto &x) { return x.opcode; }, instruction);
}

Engine engine(const Instruction &instruction) {
  return std::visit([](const auto &x) { return x.engine; }, instruction);
}

std::optional<Opcode> parseMnemonic(StringRef text) {
  for (Opcode opcode : opcodeList)
    if (mnemonic(opcode) == text)
      return opcode;
  return std::nullopt;
}

unsigned words(const Instruction &instruction) {
  return std::visit(
      [](const auto &x) {
        unsigned words = formatWords(x.opcode);
        if constexpr (std::decay_t<decltype(x)>::rounds)
          words += x.rounding == Rounding::stochastic;
        return words;
      },
      instruction);
}

} // namespace glia::isa
