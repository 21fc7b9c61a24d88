//===- Validate.cpp - The labelled checks of an instruction ---------------===//

#include "Predicates.h"
#include "glia/Support/Error.h"

using namespace llvm;

namespace glia::isa {

static Error checkFailed(Opcode opcode, StringRef label, std::string message) {
  return makeError(GliaError(ErrorCode::E1207, std::move(message))
                       .with("check", label.str())
                       .with("instruction", mnemonic(opcode).str()));
}

#include "glia/ISA/Validator.cpp.inc"

Error validate(const Instruction &instruction, const Target &target) {
  return std::visit([&](const auto &x) { return validateFields(x, target); },
                    instruction);
}

} // namespace glia::isa
