//===- ISAOps.td - What holds the instructions together -------*- tablegen -*-===//

#ifndef GLIA_DIALECTS_ISA_ISAOPS_TD
#define GLIA_DIALECTS_ISA_ISAOPS_TD

include "dialects/ISA/ISADialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"

// One op per instruction of the table.
include "include/glia/ISA/InstructionOps.td"

class ISA_Op<string mnemonic, list<Trait> traits = []> : Op<ISA_Dialect, mnemonic, traits>;

def ISA_ObjectOp : ISA_Op<"object", [NoTerminator, SingleBlock, NoRegionArguments, IsolatedFromAbove]> {
  let summary = "an object file";
  let description = [{
    Holds, in this order, bindings, constants, programs and entries. `cores` maps each core to a program; `hbm_bytes` is the size of one core's HBM image;
    `groups` are sets of replica groups, and `buckets` is the table of buckets, as the assembler writes them.

    ```mlir
    isa.object target "trn2" producer "glia 0.1.0" hbm_bytes 8192 cores [0] {
      isa.binding "x" kind "input" type "f32" shape [1, 4] at 0 bytes 16
      isa.program {
        isa.stream "sync" {
          isa.halt sync
        }
      }
      isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
    }
    ```
  }];
  let arguments = (ins StrAttr:$target, StrAttr:$producer, I64Attr:$hbm_bytes, DenseI64ArrayAttr:$cores, OptionalAttr<StrArrayAttr>:$groups,
                   OptionalAttr<StrAttr>:$buckets);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`target` $target `producer` $producer `hbm_bytes` $hbm_bytes `cores` $cores (`groups` $groups^)? (`buckets` $buckets^)? $body attr-dict";
  let hasVerifier = 1;
}

def ISA_BindingOp : ISA_Op<"binding", [HasParent<"ObjectOp">]> {
  let summary = "a tensor that the caller sees";
  let description = "`kind` is input, output or state. Dense and row-major in HBM from byte `hbm_offset` on. `placed`: its shards and its layout, as the assembler writes them.";
  let arguments = (ins StrAttr:$name, StrAttr:$kind, StrAttr:$type, DenseI64ArrayAttr:$shape, I64Attr:$hbm_offset, I64Attr:$bytes,
                       OptionalAttr<StrAttr>:$placed);
  let assemblyFormat = "$name `kind` $kind `type` $type `shape` $shape `at` $hbm_offset `bytes` $bytes (`placed` $placed^)? attr-dict";
  let hasVerifier = 1;
}

def ISA_ConstantOp : ISA_Op<"constant", [HasParent<"ObjectOp">]> {
  let summary = "bytes that the loader puts into HBM";
  let description = "`id` names the constant in the ConstantStore. `placed`: the cores that hold it, as the assembler writes them.";
  let arguments = (ins StrAttr:$name, I64Attr:$id, I64Attr:$hbm_offset, I64Attr:$bytes, OptionalAttr<StrAttr>:$placed);
  let assemblyFormat = "$name `id` $id `at` $hbm_offset `bytes` $bytes (`placed` $placed^)? attr-dict";
}

def ISA_ProgramOp : ISA_Op<"program", [HasParent<"ObjectOp">, NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "the streams of one program";
  let description = "At most one `isa.stream` per engine, in the order tensor, vector, scalar, gpsimd, sync. Programs are numbered in their order.";
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1;
}

def ISA_StreamOp : ISA_Op<"stream", [HasParent<"ProgramOp">, NoTerminator, SingleBlock, NoRegionArguments]> {
  let summary = "the instructions of one engine";
  let arguments = (ins StrAttr:$engine);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$engine $body attr-dict";
  let hasVerifier = 1;
}

def ISA_EntryOp : ISA_Op<"entry", [HasParent<"ObjectOp">]> {
  let summary = "where a call begins";
  let description = "The pc of each stream, in the order tensor, vector, scalar, gpsimd, sync, and the sizes of the dimensions that this entry is for.";
  let arguments = (ins StrAttr:$name, I64Attr:$program, DenseI64ArrayAttr:$pc, DefaultValuedAttr<StrArrayAttr, "{}">:$dim_names,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$dim_sizes);
  let assemblyFormat = "$name `program` $program `pc` $pc (`dims` $dim_names^ $dim_sizes)? attr-dict";
  let hasVerifier = 1;
}

#endif
