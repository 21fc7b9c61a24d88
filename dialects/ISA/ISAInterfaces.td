//===- ISAInterfaces.td - InstructionOpInterface --------------*- tablegen -*-===//
//
// One interface, without code per instruction: the bridge from op to struct.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_ISA_ISAINTERFACES_TD
#define GLIA_DIALECTS_ISA_ISAINTERFACES_TD

include "mlir/IR/OpBase.td"

def ISA_InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let description = "An instruction: the bridge from the op to the struct of lib/ISA. createInstruction goes the other way.";
  let cppNamespace = "::glia::isa::ir";
  let methods = [
    InterfaceMethod<"The instruction.", "::glia::isa::Instruction", "getInstruction", (ins), "return ::glia::isa::Instruction($_op.getFields());">,
    InterfaceMethod<"Replaces the fields; the instruction must be of the op's kind.", "void", "setInstruction", (ins "const ::glia::isa::Instruction &":$instruction), [{
      auto &storage = $_op.getProperties().fields;
      storage = *std::get_if<std::decay_t<decltype(storage)>>(&instruction);
    }]>,
    InterfaceMethod<"The stream it stands in.", "::glia::isa::Engine", "getEngine", (ins), "return $_op.getFields().engine;">,
    InterfaceMethod<"64-byte words.", "unsigned", "getWords", (ins), "return ::glia::isa::words(::glia::isa::Instruction($_op.getFields()));">,
  ];
  let verify = "return ::glia::isa::ir::verifyInstruction($_op);";
}

#endif
