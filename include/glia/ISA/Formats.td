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
  Slot<"number0", 64, 64>, Slot<"number1", 128, 64>, Slot<"number2", 192, 64>, Slot<"small4", 256, 8>, Slot<"small5", 264, 8>
]> { let doc = "control, without operands in memory"; }

def OneWord : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"number0", 448, 64>
]> { let doc = "up to two on-chip operands and a number"; }

def Matrix : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>,
  Slot<"small4", 448, 8>, Slot<"small5", 456, 8>, Slot<"small6", 464, 8>, Slot<"small7", 472, 8>
]> { let doc = "up to two on-chip operands and a tile of the processing array"; }

def TwoWords : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"scalar0", 512, 64>, Slot<"scalar1", 576, 64>, Slot<"onChip2", 640, 192>,
  Slot<"number0", 832, 64>, Slot<"scalar2", 896, 64>, Slot<"small4", 960, 8>, Slot<"small5", 968, 8>, Slot<"small6", 976, 8>, Slot<"small7", 984, 8>
]> { let doc = "up to three on-chip operands, three scalars and a number"; }

def Permutation : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"lanes0", 512, 256>
]> { let doc = "two on-chip operands and a permutation of 32 lanes"; }

// DMA: small0 queue, small1 and small2 signals, register0 added to indices.
def Transfer : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 5>, Slot<"register0", 53, 6>,
  Slot<"flag0", 59, 1>, Slot<"flag1", 60, 1>, Slot<"flag2", 61, 1>, Slot<"small3", 62, 2>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"hbm0", 448, 576>
]> { let doc = "DMA with one side in HBM"; }

def WideTransfer : Format<3, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 5>, Slot<"flag0", 59, 1>,
  Slot<"hbm0", 64, 576>, Slot<"hbm1", 640, 576>, Slot<"number0", 1216, 64>
]> { let doc = "DMA with both sides in HBM, or one and a number"; }

def Move : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 5>, Slot<"flag0", 59, 1>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"core0", 448, 20>, Slot<"core1", 480, 20>
]> { let doc = "DMA with both sides on chip, of this core or another"; }

def Affine : Format<2, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"number0", 448, 64>,
  Slot<"step0", 512, 64>, Slot<"step1", 576, 64>, Slot<"step2", 640, 64>, Slot<"step3", 704, 64>, Slot<"step4", 768, 64>,
  Slot<"number1", 832, 64>
]> { let doc = "up to two on-chip operands and an affine function of partition and pairs"; }
