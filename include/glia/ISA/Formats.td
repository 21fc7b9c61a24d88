//===- Formats.td - Where fields stand in an instruction ------------------===//
//
// An instruction is one to four words of 64 bytes, little-endian; bit n is
// bit n % 8 of byte n / 8. Every format starts with the same header:
//   [0,16) opcode  [16,19) engine  [19,21) words - 1  [21,22) rounding word
//   present  [22,23) saturate
// Whatever no field of the instruction covers is reserved and zero. The
// optional rounding word is the last one.
//
//===----------------------------------------------------------------------===//

def Control : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"number0", 64, 64>, Slot<"number1", 128, 64>
]> { let doc = "control, without operands in memory"; }

def OneWord : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"number0", 448, 64>
]> { let doc = "up to two on-chip operands and a number"; }

def TwoWords : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"scalar0", 512, 64>, Slot<"scalar1", 576, 64>, Slot<"onChip2", 640, 192>
]> { let doc = "up to three on-chip operands and two scalars"; }

def Transfer : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"hbm0", 448, 576>
]> { let doc = "DMA with one side in HBM"; }

def WideTransfer : Format<3, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"hbm0", 64, 576>, Slot<"hbm1", 640, 576>
]> { let doc = "DMA with both sides in HBM"; }
