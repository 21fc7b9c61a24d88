//===- CollectiveInstructions.td - Between cores --------------------------===//
//
// Entries of a DMA queue that several cores (ranks) make together. `group`
// numbers a set of replica groups in the object; a core takes part in the group
// that holds it. The n-th collective that a core issues on a set meets the n-th
// of every other rank of the group; when the last one has come the values are
// computed and the signals fire on all ranks.
//
// Operands are walked as a DMA walks them. Reductions go by rank (the order of
// the group), in fp32 with one rounding at the end; integers are exact and wrap,
// bool is or. Everything else copies bits.
//
//===----------------------------------------------------------------------===//

def CollectiveHbm : Format<3, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"hbm0", 64, 576>, Slot<"hbm1", 640, 576>, Slot<"medium0", 1216, 16>, Slot<"medium1", 1232, 16>
]> { let doc = "a collective over HBM"; }

def CollectiveSbuf : Format<1, [
  Slot<"small0", 32, 8>, Slot<"small1", 40, 8>, Slot<"small2", 48, 8>, Slot<"small3", 56, 8>,
  Slot<"onChip0", 64, 192>, Slot<"onChip1", 256, 192>, Slot<"medium0", 448, 16>, Slot<"medium1", 464, 16>
]> { let doc = "a collective over SBUF"; }

def Unsigned20 : FieldKind<"uint32_t", 20> { let doc = "20-bit number"; }

// -- Checks ------------------------------------------------------------------

def CollectiveType : SameType<"collective_type", "destination", "source">;
def CollectiveCore : Check<"collective_core", "x.destination.core == selfCore && x.source.core == selfCore",
  "expects operands of this core">;
class CollectiveBlocks<string whole, string block> : Check<"collective_blocks", "elements(x." # whole # ") % elements(x." # block # ") == 0",
  whole # ": expects a multiple of the {0} elements of " # block # ", got {1}", ["elements(x." # block # ")", "elements(x." # whole # ")"]>;
def GatherBlocks : CollectiveBlocks<"destination", "source">;
def ScatterBlocks : CollectiveBlocks<"source", "destination">;
def CollectiveAxis : Check<"collective_axis",
  "x.axis == 0 ? x.destination.elementsPerPartition() == x.source.elementsPerPartition() : x.destination.partitions == x.source.partitions",
  "expects operands that differ along axis {0} only", ["unsigned(x.axis)"]>;

// -- Records -----------------------------------------------------------------

class Collective<string mnemonic, int opcode, Format format, list<Field> operands, list<Field> fieldList>
    : Instruction<mnemonic, opcode, ["tensor", "vector", "scalar", "gpsimd", "sync"], format, operands #
        [Field<"queue", Queue, "small0", "queue; it belongs to one stream", needed=1, choice="g.below(target.dmaQueues)">,
         Field<"signalBase", Semaphore, "small1", "semaphore of consumer stream 0", choice="g.below(252)">,
         Field<"signalMask", Mask5, "small2", "bit i: add 16 to semaphore signalBase + i when the result is visible on this rank", choice="g.below(32)">,
         Field<"group", Unsigned16, "medium0", "number of the set of replica groups", needed=1, choice="g.bits(16)">]
        # fieldList> {
  let isCollective = 1;
  list<Check> common = [DmaSignals, CollectiveType];
}

// Destination and source in HBM, or in SBUF.
defvar hbmOperands = [
  WritesHbm<"destination", "hbm0", "in HBM", choice="g.collectiveHbm()">,
  ReadsHbm<"source", "hbm1", "in HBM", choice="g.collectiveLike(x.destination)">];
defvar sbufOperands = [
  Writes<"destination", "onChip0", "in SBUF", kind=OnChipOfDma, choice="g.dmaOperand()", rules=[InSbuf, TargetType]>,
  Reads<"source", "onChip1", "in SBUF", kind=OnChipOfDma, choice="g.like(x.destination, Space::sbuf)", rules=[InSbuf, TargetType]>];

class OverHbm<string mnemonic, int opcode, list<Field> fields = []> : Collective<mnemonic, opcode, CollectiveHbm, hbmOperands, fields> {
  list<Check> hbmChecks = common # [CollectiveCore];
  let checks = hbmChecks # [DmaElements];
}
class OverSbuf<string mnemonic, int opcode, list<Field> fields = []> : Collective<mnemonic, opcode, CollectiveSbuf, sbufOperands, fields> {
  let checks = common # [DestinationAndSource];
}

def CollectiveReduceOp : Field<"op", ReduceOperatorKind, "small3", "add, max or min", choice="static_cast<ReduceOp>(g.below(3))">;
def CollectiveOperator : Check<"collective_operator", "x.op == ReduceOp::add || x.op == ReduceOp::max || x.op == ReduceOp::min",
  "op: expects add, max or min, got `{0}`", ["isa::name(x.op)"]>;
class Number<string name, string text> : Field<name, Unsigned16, "medium1", text, choice="g.below(16)">;
def Axis : Field<"axis", Flag, "medium1", "0: blocks of partitions, 1: blocks of each partition's elements", choice="g.flag()">;

def AllReduce : OverHbm<"all_reduce", 0x00C0, [CollectiveReduceOp]> {
  let rounds = 1;
  let checks = hbmChecks # [DmaElements, CollectiveOperator];
  let summary = "Reduces over a group, on every rank";
  let semantics = [{On every rank: destination = round(source of rank 0 op source of rank 1 op ...), element by element.}];
  let example = "all_reduce hbm.f32[0](1024:4), hbm.f32[0x1000](1024:4), queue=0, signalMask=2, group=0, op=max";
}
def AllGather : OverHbm<"all_gather", 0x00C1> {
  let checks = hbmChecks # [GatherBlocks];
  let summary = "Joins the blocks of a group, on every rank";
  let semantics = [{On every rank: block r of destination = source of rank r. A block is as many elements as the source has, in the order of the walk.}];
  let example = "all_gather hbm.f32[0](4096:4), hbm.f32[0x4000](1024:4), queue=0, group=0";
}
def ReduceScatter : OverHbm<"reduce_scatter", 0x00C2, [CollectiveReduceOp]> {
  let rounds = 1;
  let checks = hbmChecks # [ScatterBlocks, CollectiveOperator];
  let summary = "Reduces over a group and splits the result";
  let semantics = [{On rank r: destination = round(block r of the source of rank 0 op block r of the source of rank 1 op ...).}];
  let example = "reduce_scatter hbm.f32[0x4000](1024:4), hbm.f32[0](4096:4), queue=0, group=0";
}
def AllToAll : OverHbm<"all_to_all", 0x00C3> {
  let summary = "Exchanges blocks within a group";
  let semantics = [{With n ranks an operand has n blocks. On rank r: block i of destination = block r of the source of rank i.}];
  let example = "all_to_all hbm.f32[0](1024:4), hbm.f32[0x1000](1024:4), queue=0, group=0";
}
def Permute : OverHbm<"permute", 0x00C4, [Number<"shift", "places that each source moves on in its group">]> {
  let summary = "Moves tensors around a group";
  let semantics = [{On rank (r + shift) mod n: destination = source of rank r.}];
  let example = "permute hbm.f32[0](1024:4), hbm.f32[0x1000](1024:4), queue=0, group=0, shift=1";
}
def Broadcast : OverHbm<"broadcast", 0x00C5, [Number<"root", "place in its group of the rank that has the tensor">]> {
  let summary = "Copies one rank's tensor to its group";
  let semantics = [{On every rank: destination = source of rank root.}];
  let example = "broadcast hbm.f32[0](1024:4), hbm.f32[0x1000](1024:4), queue=0, group=0, root=2";
}

def AllReduceSbuf : OverSbuf<"all_reduce_sbuf", 0x00C8, [CollectiveReduceOp]> {
  let rounds = 1;
  let checks = common # [DestinationAndSource, CollectiveOperator];
  let summary = "Reduces over a group, on every rank, in SBUF";
  let semantics = [{As all_reduce.}];
  let example = "all_reduce_sbuf sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1), queue=0, group=1";
}
def AllGatherSbuf : OverSbuf<"all_gather_sbuf", 0x00C9, [Axis]> {
  let checks = common # [GatherBlocks, CollectiveAxis];
  let summary = "Joins the blocks of a group, on every rank, in SBUF";
  let semantics = [{As all_gather; the blocks follow each other along `axis`.}];
  let example = "all_gather_sbuf sbuf.f32[0+2, 0](4:1), sbuf.f32[0+1, 64](4:1), queue=0, group=0";
}
def ReduceScatterSbuf : OverSbuf<"reduce_scatter_sbuf", 0x00CA, [CollectiveReduceOp, Axis]> {
  let rounds = 1;
  let checks = common # [ScatterBlocks, CollectiveAxis, CollectiveOperator];
  let summary = "Reduces over a group and splits the result, in SBUF";
  let semantics = [{As reduce_scatter; the blocks follow each other along `axis`.}];
  let example = "reduce_scatter_sbuf sbuf.f32[0+1, 64](4:1), sbuf.f32[0+2, 0](4:1), queue=0, group=0";
}
def AllToAllSbuf : OverSbuf<"all_to_all_sbuf", 0x00CB, [Axis]> {
  let summary = "Exchanges blocks within a group, in SBUF";
  let semantics = [{As all_to_all; the blocks follow each other along `axis`.}];
  let example = "all_to_all_sbuf sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1), queue=0, group=0, axis=true";
}
def PermuteSbuf : OverSbuf<"permute_sbuf", 0x00CC, [Number<"shift", "places that each source moves on in its group">]> {
  let summary = "Moves tensors around a group, in SBUF";
  let semantics = [{As permute.}];
  let example = "permute_sbuf sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1), queue=0, group=0, shift=1";
}
def BroadcastSbuf : OverSbuf<"broadcast_sbuf", 0x00CD, [Number<"root", "place in its group of the rank that has the tensor">]> {
  let summary = "Copies one rank's tensor to its group, in SBUF";
  let semantics = [{As broadcast.}];
  let example = "broadcast_sbuf sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1), queue=0, group=0, root=2";
}

def SemaphoreAddRemote : ControlInstruction<"semaphore_add_remote", 0x00CF, [
  Needed<"semaphore", Semaphore, "small0", "semaphore of that core", "g.below(256)">,
  Needed<"value", Unsigned32, "number0", "value", "g.bits(32)">,
  Field<"coreRegister", OptionalRegister, "small1", "register with the core's number; none: core", choice="g.registerOrNone()">,
  Field<"core", Unsigned20, "number1", "used where coreRegister is none", choice="x.coreRegister == noRegister6 ? g.below(target.coresPerChip) : 0">
]> {
  let summary = "Adds to a semaphore of another core";
  let latency = "1000";
  let semantics = [{Once all earlier instructions of the stream have completed: semaphore of the core += value. A core that the run has not traps.}];
  let example = "semaphore_add_remote semaphore=s16, value=1, core=3";
  let checks = [Check<"semaphore_add_remote_core", "x.coreRegister == noRegister6 || x.core == 0", "expects a core or a register, got both">];
}
