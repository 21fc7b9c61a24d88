//===- ISADialect.td - The isa dialect ------------------------*- tablegen -*-===//
//
// Exact instructions, without SSA values: one op per instruction of the table
// (generated), and the few ops that hold them together (ISAOps.td).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_ISA_ISADIALECT_TD
#define GLIA_DIALECTS_ISA_ISADIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/Properties.td"
include "dialects/ISA/ISAInterfaces.td"

def ISA_Dialect : Dialect {
  let name = "isa";
  let cppNamespace = "::glia::isa::ir";
  let summary = "exact instructions";
  let description = [{
    An `isa.object` is an object file in the making: tables, and programs of five streams whose blocks hold one op per instruction, in order. An op's
    location names the ONNX nodes it works for. Branch targets are pcs, counted in 64-byte words from the start of the stream. There are no SSA
    values, no folders and no canonicalisers. Lives between tile-to-isa and lib/Target.
  }];
}

// The fields of an instruction, stored as the struct itself; as text its stream and its assembly without the mnemonic.
class ISA_FieldsProp<string struct> : Property<"::glia::isa::" # struct, "the fields of an instruction", "const ::glia::isa::" # struct # " &"> {
  let convertToAttribute = "return ::glia::isa::ir::fieldsToAttribute($_ctxt, $_storage);";
  let convertFromAttribute = "return ::glia::isa::ir::fieldsFromAttribute($_attr, $_storage, $_diag);";
  let hashProperty = "::glia::isa::ir::hashFields($_storage)";
  let parser = [{
    if (::glia::isa::ir::parseFields($_parser, $_storage))
      return ::mlir::failure();
  }];
  let printer = "::glia::isa::ir::printFields($_printer, $_storage)";
  let writeToMlirBytecode = "::glia::isa::ir::writeFields($_writer, $_storage);";
  let readFromMlirBytecode = [{
    if (::mlir::failed(::glia::isa::ir::readFields($_reader, $_storage)))
      return ::mlir::failure();
  }];
}

class ISA_InstructionOp<string mnemonic, string struct> : Op<ISA_Dialect, mnemonic, [ISA_InstructionOpInterface]> {
  let arguments = (ins ISA_FieldsProp<struct>:$fields);
  let assemblyFormat = "$fields attr-dict";
}

#endif
