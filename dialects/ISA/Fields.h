//===- Fields.h - Instruction structs as native properties ----------------===//
//
// Text, attribute, bytecode and hash of the struct that an instruction op
// carries; one implementation for all of them, over the generated assembly
// and encoding.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_ISA_FIELDS_H
#define GLIA_DIALECTS_ISA_FIELDS_H

#include "glia/ISA/Instructions.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/OpImplementation.h"

namespace glia::isa::ir {

/// `vector "sbuf.f32[...], op=add"`: the stream, and unless there are none the
/// fields as in assembly.
void printInstructionFields(mlir::OpAsmPrinter &printer,
                            const Instruction &instruction);
mlir::ParseResult parseInstructionFields(mlir::OpAsmParser &parser,
                                         Instruction &instruction);
/// "vector: tensor_tensor ...".
mlir::Attribute instructionToAttribute(mlir::MLIRContext *context,
                                       const Instruction &instruction);
mlir::LogicalResult instructionFromAttribute(
    mlir::Attribute attribute, Instruction &instruction,
    llvm::function_ref<mlir::InFlightDiagnostic()> diagnostic);
/// The encoding, without trailing zeros.
void writeInstruction(mlir::DialectBytecodeWriter &writer,
                      const Instruction &instruction);
mlir::LogicalResult readInstruction(mlir::DialectBytecodeReader &reader,
                                    Instruction &instruction);
llvm::hash_code hashInstruction(const Instruction &instruction);

// The same for one struct.
template <typename X>
void printFields(mlir::OpAsmPrinter &printer, const X &x) {
  printInstructionFields(printer, Instruction(x));
}
template <typename X>
mlir::ParseResult parseFields(mlir::OpAsmParser &parser, X &x) {
  Instruction instruction = X();
  if (parseInstructionFields(parser, instruction))
    return mlir::failure();
  x = *std::get_if<X>(&instruction);
  return mlir::success();
}
template <typename X>
mlir::Attribute fieldsToAttribute(mlir::MLIRContext *context, const X &x) {
  return instructionToAttribute(context, Instruction(x));
}
template <typename X>
mlir::LogicalResult
fieldsFromAttribute(mlir::Attribute attribute, X &x,
                    llvm::function_ref<mlir::InFlightDiagnostic()> diagnostic) {
  Instruction instruction = X();
  if (mlir::failed(
          instructionFromAttribute(attribute, instruction, diagnostic)))
    return mlir::failure();
  x = *std::get_if<X>(&instruction);
  return mlir::success();
}
template <typename X>
void writeFields(mlir::DialectBytecodeWriter &writer, const X &x) {
  writeInstruction(writer, Instruction(x));
}
template <typename X>
mlir::LogicalResult readFields(mlir::DialectBytecodeReader &reader, X &x) {
  Instruction instruction = X();
  if (mlir::failed(readInstruction(reader, instruction)))
    return mlir::failure();
  const X *read = std::get_if<X>(&instruction);
  if (!read)
    return reader.emitError("expects another instruction");
  x = *read;
  return mlir::success();
}
template <typename X>
llvm::hash_code hashFields(const X &x) {
  return hashInstruction(Instruction(x));
}

} // namespace glia::isa::ir

#endif
