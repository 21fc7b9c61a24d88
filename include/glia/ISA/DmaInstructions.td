//===- DmaInstructions.td - Transfers -------------------------------------===//
//
// Issued from any stream, run on a queue. Both sides are walked outermost
// first (on chip: partition, then pairs). Different element types cast; the
// same type copies bits. Sums are added in the order of the walk, so that an
// element that is met twice takes both.
//
//===----------------------------------------------------------------------===//

class Dma<string mnemonic, int opcode, Format format, list<Field> operands>
    : Instruction<mnemonic, opcode, ["tensor", "vector", "scalar", "gpsimd", "sync"], format,
        [Field<"queue", Queue, "small0", "queue; it belongs to one stream", needed=1, choice="g.below(target.dmaQueues)">,
         Field<"signalBase", Semaphore, "small1", "semaphore of consumer stream 0", choice="g.below(252)">,
         Field<"signalMask", Mask5, "small2", "bit i: add 16 to semaphore signalBase + i when all bytes are visible", choice="g.below(32)">]
        # operands> {
  let isDma = 1;
  let latency = "target.dmaFixedNanoseconds";
  list<Check> dmaChecks = [DmaSignals];
  let checks = dmaChecks;
}

// What is added to is read, too.
class AddsTo<string name, string slot, string text, string choice> : Field<name, OnChipOfDma, slot, text, choice, [WriteStride, InSbuf, TargetType], "x.accumulate", "true">;
class AddsToHbm<string name, string slot, string text, string choice> : Field<name, Hbm, slot, text, choice, [HbmWriteStride], "x.accumulate", "true">;
def Accumulate : Field<"accumulate", Flag, "flag0", "destination + source, in fp32; integers of both sides exactly", choice="g.flag()">;

def DmaLoad : Dma<"dma_load", 0x0030, Transfer, [
  AddsTo<"destination", "onChip0", "in SBUF", choice="g.dmaOperand()">,
  ReadsHbm<"source", "hbm0", "in HBM", choice="g.hbmLike(x.destination, true)">,
  Accumulate
]> {
  let rounds = 1;
  let summary = "HBM to SBUF";
  let semantics = [{destination = source, element by element.}];
  let example = "dma_load sbuf.f32[0+128, 0](64:1), hbm.f32[a3+0x100](128:256, 64:4), queue=0, signalBase=s0, signalMask=2";
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target) * dmaSumFactor(x.accumulate, target)";
}

def DmaStore : Dma<"dma_store", 0x0031, Transfer, [
  AddsToHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  Reads<"source", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperandLike(x.destination)", rules=[InSbuf, TargetType]>,
  Accumulate
]> {
  let rounds = 1;
  let summary = "SBUF to HBM";
  let semantics = [{destination = source, element by element.}];
  let example = "dma_store hbm.f32[a3+0x100](128:256, 64:4), sbuf.f32[0+128, 0](64:1), queue=1, signalBase=s8, signalMask=16";
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.source, x.destination, target) * dmaSumFactor(x.accumulate, target)";
}

def DmaCopy : Dma<"dma_copy", 0x0032, WideTransfer, [
  AddsToHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  ReadsHbm<"source", "hbm1", "in HBM", choice="g.hbmLike(x.destination, true)">,
  Accumulate
]> {
  let rounds = 1;
  let summary = "HBM to HBM";
  let semantics = [{destination = source, element by element, as if the source were read first.}];
  let example = "dma_copy hbm.bf16[0x2000](1024:2), hbm.f32[0x1000](1024:4), queue=2";
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target) * dmaSumFactor(x.accumulate, target)";
}

def DmaMove : Dma<"dma_move", 0x0033, Move, [
  AddsTo<"destination", "onChip0", "in SBUF", choice="g.dmaOperand()">,
  Reads<"source", "onChip1", "in SBUF", kind=OnChipOfDma, choice="g.dmaLike(x.destination)", rules=[InSbuf, TargetType]>,
  Accumulate,
  Field<"destinationCore", CoreNumber, "core0", "whose SBUF is written", choice="g.core()", rules=[DmaCore]>,
  Field<"sourceCore", CoreNumber, "core1", "whose SBUF is read", choice="g.core()", rules=[DmaCore]>
]> {
  let rounds = 1;
  let summary = "SBUF to SBUF";
  let semantics = [{destination = source, element by element, as if the source were read first. Partitions may change. Each side may be the SBUF of another core of the chip.}];
  let example = "dma_move sbuf.f32[64+64, 0](64:1), sbuf.f32[0+64, 0](64:1), queue=0, signalBase=s0, signalMask=2";
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target) * dmaSumFactor(x.accumulate, target)";
}

// -- Rows by index -----------------------------------------------------------

// Flags of an access by index.
def Wrap : Field<"wrap", Flag, "flag0", "an index below zero means index + rows", choice="g.flag()">;
def Skip : Field<"skip", Flag, "flag1", "an index out of range skips its row, without a trap", choice="g.flag()">;
def AccumulateRows : Field<"accumulate", Flag, "flag2", "destination + source, in fp32; integers of both sides exactly", choice="g.flag()">;
def IndexRegister : Field<"indexRegister", OptionalRegister, "register0", "added to each index, signed", choice="g.registerOrNone()">;

class IndexChecks<string table, string rows> {
  list<Check> checks = [
    Check<"gather_index", "x.index.partitions == x." # rows # ".partitions && x.index.elementsPerPartition() == 1",
      "expects one index per partition of " # rows # ", got {0} x {1}", ["unsigned(x.index.partitions)", "x.index.elementsPerPartition()"]>,
    Check<"gather_index_type", "x.index.type == ElementType::i32 || x.index.type == ElementType::i64", "expects indices of i32 or i64, got {0}",
      ["glia::name(x.index.type)"]>,
    Check<"gather_row", "x." # rows # ".elementsPerPartition() == rowElements(x." # table # ")", "expects rows of {0} elements, got {1} in the " # table,
      ["x." # rows # ".elementsPerPartition()", "rowElements(x." # table # ")"]>];
}

def DmaGather : Dma<"dma_gather", 0x0034, Transfer, [
  AddsTo<"destination", "onChip0", "one row per partition, in SBUF", choice="g.dmaOperand()">,
  Reads<"index", "onChip1", "[P, 1] of i32 or i64", kind=OnChipOfDma, choice="g.gatherIndex(x.destination)", rules=[InSbuf]>,
  ReadsHbm<"source", "hbm0", "outermost pair: rows; the others: one row", choice="g.gatherSource(x.destination)">,
  Wrap, Skip, AccumulateRows, IndexRegister
]> {
  let rounds = 1;
  let summary = "Gathers rows of HBM";
  let semantics = [{For each partition p: destination[p] = source[index[p]]. With `wrap`, -n to -1 mean index + n; any other index outside 0 to n-1 traps, or with `skip` leaves its row as it is.}];
  let example = "dma_gather sbuf.f32[0+128, 0](64:1), sbuf.i32[0+128, 0x400](1:1), hbm.f32[0](30522:256, 64:4), queue=0, wrap=true";
  let checks = dmaChecks # IndexChecks<"source", "destination">.checks;
  let interval = "dmaNanoseconds(x.destination, x.source, target) * dmaSumFactor(x.accumulate, target)";
  let latency = "target.dmaFixedNanoseconds + 600";
}

def DmaScatter : Dma<"dma_scatter", 0x0035, Transfer, [
  AddsToHbm<"destination", "hbm0", "outermost pair: rows; the others: one row", choice="g.gatherSource(x.source)">,
  Reads<"index", "onChip1", "[P, 1] of i32 or i64", kind=OnChipOfDma, choice="g.gatherIndex(x.source)", rules=[InSbuf]>,
  Reads<"source", "onChip0", "one row per partition, in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  Wrap, Skip, AccumulateRows, IndexRegister
]> {
  let rounds = 1;
  let summary = "Scatters rows to HBM";
  let semantics = [{For each partition p, ascending: destination[index[p]] = source[p]; an index that comes twice takes the last row, or with `accumulate` both. Indices as in dma_gather.}];
  let example = "dma_scatter hbm.bf16[16384](2:4, 2:2), sbuf.i64[0+4, 64](1:1), sbuf.f32[0+4, 0](2:1), queue=0, accumulate=true, skip=true";
  let checks = dmaChecks # IndexChecks<"destination", "source">.checks;
  let interval = "dmaNanoseconds(x.source, x.destination, target) * dmaSumFactor(x.accumulate, target)";
  let latency = "target.dmaFixedNanoseconds + 600";
}

// -- Transposes --------------------------------------------------------------

class Transposes<string mnemonic, int opcode, Format format, list<Field> operands, string rank, string ends> : Dma<mnemonic, opcode, format, operands> {
  let targets = [Trn2, Trn3];
  list<Check> transposeChecks = [DmaElements,
    Check<"dma_transpose_type", "x.destination.type == x.source.type && (bitWidth(x.source.type) == 16 || bitWidth(x.source.type) == 32)",
      "expects one type of 2 or 4 bytes on both sides, got {0} and {1}", ["glia::name(x.destination.type)", "glia::name(x.source.type)"]>,
    Check<"dma_transpose_rank", rank # " >= 2 && " # rank # " <= 4", "expects a source of 2 to 4 axes, got {0}", [rank]>,
    Check<"dma_transpose_shape", "outermostCount(x.destination) == innermostCount(x.source) && innermostCount(x.destination) == outermostCount(x.source)",
      "expects outermost and innermost counts exchanged, got {0} and {1} from {2} and {3}",
      ["outermostCount(x.destination)", "innermostCount(x.destination)", "outermostCount(x.source)", "innermostCount(x.source)"]>];
  let checks = dmaChecks # transposeChecks;
  let semantics = [{destination = source with its outermost and innermost axes exchanged: (1,0), (2,1,0) or (3,1,2,0). Bits are copied; an undefined source traps under --check.}];
  let interval = "dmaTransposeNanoseconds(elements(x.source), x.source.type, " # ends # ", target)";
}

def DmaTransposeLoad : Transposes<"dma_transpose_load", 0x0036, Transfer, [
  Writes<"destination", "onChip0", "in SBUF; partitions: the source's innermost axis", kind=OnChipOfDma, choice="g.transposedOnChip(x.source)", rules=[InSbuf]>,
  ReadsHbm<"source", "hbm0", "in HBM, 2 to 4 pairs", choice="g.transposableHbm()">
], "x.source.rank", "true"> { let summary = "HBM to SBUF, transposed"; let example = "dma_transpose_load sbuf.f32[1+6, 0](4:1), hbm.f32[0](4:24, 6:4), queue=0"; }

def DmaTransposeMove : Transposes<"dma_transpose_move", 0x0037, Move, [
  Writes<"destination", "onChip0", "in SBUF; partitions: the source's innermost axis", kind=OnChipOfDma, choice="g.transposedOnChip(x.source)", rules=[InSbuf]>,
  Reads<"source", "onChip1", "in SBUF; partitions and 1 to 3 pairs", kind=OnChipOfDma, choice="g.transposableOnChip()", rules=[InSbuf]>
], "1 + x.source.rank", "false"> { let summary = "SBUF to SBUF, transposed"; let example = "dma_transpose_move sbuf.u16[0+4, 0](3:1), sbuf.u16[0+3, 0](4:1), queue=0"; }

def DmaTransposeStore : Transposes<"dma_transpose_store", 0x0038, Transfer, [
  WritesHbm<"destination", "hbm0", "in HBM; outermost pair: the source's innermost axis", choice="g.transposedHbm(x.source)">,
  Reads<"source", "onChip0", "in SBUF; partitions and 1 to 3 pairs", kind=OnChipOfDma, choice="g.transposableOnChip()", rules=[InSbuf]>
], "1 + x.source.rank", "true"> { let summary = "SBUF to HBM, transposed"; let example = "dma_transpose_store hbm.i32[8192](4:24, 3:8, 2:4), sbuf.i32[0+2, 32](3:-4, 4:1), queue=0"; }

// -- Sums, fills, nibbles ----------------------------------------------------

class Sums<string mnemonic, int opcode, Format format, list<Field> operands> : Dma<mnemonic, opcode, format, operands> {
  let rounds = 1;
  let checks = dmaChecks # [
    Check<"compute_terms", "x.source.count[0] <= 16", "expects at most 16 terms, got {0}", ["x.source.count[0]"]>,
    Check<"compute_elements", "elements(x.destination) == rowElements(x.source)", "expects terms of {0} elements, got {1}",
      ["elements(x.destination)", "rowElements(x.source)"]>];
  let semantics = [{destination = the sum of the terms, ascending, in fp32 (integers of one type on both sides: exact, wrapping), converted once; with `accumulate` destination comes first.}];
  let interval = "dmaNanoseconds(x.destination, x.source, target) * double(x.source.count[0]) * dmaSumFactor(true, target)";
}

def DmaCompute : Sums<"dma_compute", 0x0039, WideTransfer, [
  AddsToHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  ReadsHbm<"source", "hbm1", "in HBM; outermost pair: terms; the others: one term", choice="g.hbmTerms(x.destination)">,
  Accumulate
]> { let summary = "Adds terms in HBM"; let example = "dma_compute hbm.f32[8196](3:4), hbm.f32[8192](2:4, 3:4), queue=0"; }

def DmaComputeLoad : Sums<"dma_compute_load", 0x003A, Transfer, [
  AddsTo<"destination", "onChip0", "in SBUF", choice="g.dmaOperand()">,
  ReadsHbm<"source", "hbm0", "in HBM; outermost pair: terms; the others: one term", choice="g.hbmTerms(x.destination)">,
  Accumulate
]> {
  let targets = [Trn3];
  let summary = "Adds terms of HBM into SBUF"; let example = "dma_compute_load sbuf.f32[0+2, 0](1:1), hbm.f32[0](3:8, 2:4), queue=0, accumulate=true";
}

def DmaFill : Dma<"dma_fill", 0x003B, WideTransfer, [
  WritesHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  Field<"value", Unsigned64, "number0", "bit pattern of the destination's type", choice="g.bits(bitWidth(x.destination.type))">
]> {
  let summary = "Fills HBM with a bit pattern";
  let semantics = [{Every element of destination = value.}];
  let example = "dma_fill hbm.bf16[0x4000](1024:2), value=0x3f80, queue=0";
  let checks = dmaChecks # [FitsType<"value">];
  let interval = "dmaNanoseconds(x.destination, x.destination, target)";
}

class Nibbles<string many, string packed> : Check<"nibble_elements", "(elements(x." # many # ") + 1) / 2 == elements(x." # packed # ")",
  "expects two elements a byte, got {0} in {1}", ["elements(x." # many # ")", "elements(x." # packed # ")"]>;
class Bytes<string packed> : Check<"nibble_bytes", "x." # packed # ".type == ElementType::u8", packed # ": expects bytes of u8, got {0}", ["glia::name(x." # packed # ".type)"]>;

def DmaUnpack : Dma<"dma_unpack", 0x003C, Transfer, [
  Writes<"destination", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  ReadsHbm<"source", "hbm0", "bytes in HBM, two elements each", choice="g.packedHbm(x.destination, true)">,
  Field<"nibble", NibbleKind, "small3", "what half a byte is", choice="g.nibble()">
]> {
  let rounds = 1;
  let extension = 1;
  let summary = "HBM to SBUF, from four bits";
  let semantics = [{destination[i] = the low (i even) or high nibble of source[i / 2], converted; of an odd count the last high nibble is left.}];
  let example = "dma_unpack sbuf.i8[0+2, 0](4:1), hbm.u8[0](4:1), queue=0";
  let checks = dmaChecks # [Bytes<"source">, Nibbles<"destination", "source">];
  let interval = "dmaNanoseconds(x.destination, x.source, target)";
}

def DmaPack : Dma<"dma_pack", 0x003D, Transfer, [
  WritesHbm<"destination", "hbm0", "bytes in HBM, two elements each", choice="g.packedHbm(x.source, false)">,
  Reads<"source", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  Field<"nibble", NibbleKind, "small3", "what half a byte is", choice="g.nibble()">
]> {
  let extension = 1;
  let summary = "SBUF to HBM, to four bits";
  let semantics = [{The low (i even) or high nibble of destination[i / 2] = source[i], converted to nearest even (integers wrap); of an odd count the last high nibble is 0. A NaN becomes 0 (f4e2m1: -0).}];
  let example = "dma_pack hbm.u8[8192](4:1), sbuf.f32[0+7, 0](1:1), queue=0";
  let checks = dmaChecks # [Bytes<"destination">, Nibbles<"source", "destination">];
  let interval = "dmaNanoseconds(x.source, x.destination, target)";
}
