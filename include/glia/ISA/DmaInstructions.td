//===- DmaInstructions.td - Transfers -------------------------------------===//
//
// Issued from any stream, run on a queue. Both sides are walked outermost
// first (on chip: partition, then pairs). Different element types cast, to
// nearest even; the same type copies bits.
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

def DmaLoad : Dma<"dma_load", 0x0030, Transfer, [
  Writes<"destination", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  ReadsHbm<"source", "hbm0", "in HBM", choice="g.hbmLike(x.destination, true)">
]> {
  let summary = "HBM to SBUF";
  let semantics = [{destination = source, element by element.}];
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target)";
}

def DmaStore : Dma<"dma_store", 0x0031, Transfer, [
  WritesHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  Reads<"source", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperandLike(x.destination)", rules=[InSbuf, TargetType]>
]> {
  let summary = "SBUF to HBM";
  let semantics = [{destination = source, element by element.}];
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.source, x.destination, target)";
}

def DmaCopy : Dma<"dma_copy", 0x0032, WideTransfer, [
  WritesHbm<"destination", "hbm0", "in HBM", choice="g.hbmOperand()">,
  ReadsHbm<"source", "hbm1", "in HBM", choice="g.hbmLike(x.destination, true)">
]> {
  let summary = "HBM to HBM";
  let semantics = [{destination = source, element by element, as if the source were read first.}];
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target)";
}

def DmaMove : Dma<"dma_move", 0x0033, OneWord, [
  Writes<"destination", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  Reads<"source", "onChip1", "in SBUF", kind=OnChipOfDma, choice="g.dmaLike(x.destination)", rules=[InSbuf, TargetType]>
]> {
  let summary = "SBUF to SBUF";
  let semantics = [{destination = source, element by element, as if the source were read first. Partitions may change.}];
  let checks = dmaChecks # [DmaElements];
  let interval = "dmaNanoseconds(x.destination, x.source, target)";
}

def DmaGather : Dma<"dma_gather", 0x0034, Transfer, [
  Writes<"destination", "onChip0", "one row per partition, in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  Reads<"index", "onChip1", "[P, 1] of i32 or i64", kind=OnChipOfDma, choice="g.gatherIndex(x.destination)", rules=[InSbuf]>,
  ReadsHbm<"source", "hbm0", "outermost pair: rows; the others: one row", choice="g.gatherSource(x.destination)">,
  Field<"wrap", Flag, "small3", "an index below zero means index + rows", choice="g.flag()">
]> {
  let summary = "Gathers rows of HBM";
  let semantics = [{For each partition p: destination[p] = source[index[p]]. With `wrap`, -n to -1 mean index + n; any other index outside 0 to n-1 traps.}];
  let checks = dmaChecks # [
    Check<"gather_index", "x.index.partitions == x.destination.partitions && x.index.elementsPerPartition() == 1",
      "expects one index per partition of destination, got {0} x {1}", ["unsigned(x.index.partitions)", "x.index.elementsPerPartition()"]>,
    Check<"gather_index_type", "x.index.type == ElementType::i32 || x.index.type == ElementType::i64", "expects indices of i32 or i64, got {0}",
      ["glia::name(x.index.type)"]>,
    Check<"gather_row", "x.destination.elementsPerPartition() == rowElements(x.source)", "expects rows of {0} elements, got {1} in the source",
      ["x.destination.elementsPerPartition()", "rowElements(x.source)"]>];
  let interval = "dmaNanoseconds(x.destination, x.source, target)";
  let latency = "target.dmaFixedNanoseconds + 600";
}
