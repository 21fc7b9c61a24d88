//===- GpSimdInstructions.td - What only GpSimd does ----------------------===//
//
// All operands lie in SBUF. Every instruction acts as if it read its operands
// before it wrote. Each of the eight processors of GpSimd serves 16 partitions,
// one after the other where a record says so in its cost.
//
//===----------------------------------------------------------------------===//

class GpSimd<string mnemonic, int opcode, Format format, list<Field> fields> : Instruction<mnemonic, opcode, ["gpsimd"], format, fields> {
  let latency = "target.accessStart";
}
class WritesSbuf<string name, string slot, string text, string choice> : Writes<name, slot, text, choice, [InSbuf, TargetType]>;
class ReadsSbuf<string name, string slot, string text, string choice> : Reads<name, slot, text, choice, [InSbuf, TargetType]>;

// -- Affine patterns ---------------------------------------------------------

class AffineStep<int number, string text> : Field<"step" # !cast<string>(number), Signed64, "step" # !cast<string>(number), text, choice="int64_t(g.bits(16)) - 32768">;
defvar affineFields = [
  Field<"offset", Signed64, "number0", "at the first element", choice="int64_t(g.bits(64))">,
  AffineStep<0, "per partition">, AffineStep<1, "per index of the first pair of destination">, AffineStep<2, "of the second pair">,
  AffineStep<3, "of the third pair">, AffineStep<4, "of the fourth pair">];

def Iota : GpSimd<"iota", 0x00A0, Affine, [WritesSbuf<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)">] # affineFields> {
  let rounds = 1;
  let summary = "Writes an affine pattern";
  let semantics = [{destination = offset + step0 * partition + the sum of step(i+1) * index in pair i, in wrapping 64-bit integers, converted once (integers wrap, floats round).
Partitions count from the operand's first.}];
  let example = "iota sbuf.f32[0+3, 0](1:1), offset=16777217, step0=1";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
}

def AffineSelect : GpSimd<"affine_select", 0x00A1, Affine, [
  WritesSbuf<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)">,
  ReadsSbuf<"source", "onChip1", "taken where the pattern passes", choice="g.castInput(x.engine, x.destination)">,
  Field<"compare", AluOperatorKind, "small0", "comparison of the pattern with 0", needed=1, choice="g.comparison()">] # affineFields # [
  Field<"fill", Unsigned64, "number1", "bit pattern of the destination's type, where it does not", choice="g.bits(bitWidth(x.destination.type))">
]> {
  let rounds = 1;
  let summary = "Selects by an affine pattern";
  let semantics = [{destination = (pattern compare 0) ? source : fill. The pattern is that of iota; the source is copied or cast as by copy.}];
  let example = "affine_select sbuf.bf16[0+1, 64](5:1), sbuf.i32[0+1, 0](5:1), compare=equal, offset=-2, step1=1, fill=0xbf80";
  let checks = [DestinationAndSource, FitsType<"fill">,
    Check<"affine_compare", "isComparison(x.compare)", "expects a comparison, got `{0}`", ["isa::name(x.compare)"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
}

// -- Gathers -----------------------------------------------------------------

def WrapIndex : Field<"wrap", Flag, "small0", "an index below zero means index + n", choice="g.flag()">;
def SkipIndex : Field<"skip", Flag, "small1", "an index out of range leaves its elements as they are, without a trap", choice="g.flag()">;
// What may be left as it is counts as read.
class Keeps<string name, string slot, string text, string choice> : Field<name, OnChip, slot, text, choice, [WriteStride, InSbuf, TargetType], "x.skip", "true">;
def IndexType : OperandCheck<"index_type", "isIndexType(o.type)", "{name}: expects indices of u16, i32, u32 or i64, got {0}", ["glia::name(o.type)"]>;
class ReadsIndex<string slot, string text, string choice> : Reads<"index", slot, text, choice, [InSbuf, IndexType]>;
def GatherType : SameType<"gather_type", "destination", "source">;

def LocalGather : GpSimd<"local_gather", 0x00A2, TwoWords, [
  Keeps<"destination", "onChip0", "n * run elements per partition", choice="g.localGatherResult()">,
  ReadsSbuf<"source", "onChip1", "tables, one per partition", choice="g.tableLike(x.destination)">,
  ReadsIndex<"onChip2", "indices of each 16 partitions", choice="g.localIndex(x.destination, x.run)">,
  WrapIndex, SkipIndex,
  Field<"run", Unsigned6, "small2", "elements per index: 1, 2, 4, 8, 16 or 32", first="1", choice="g.runOf(x.destination)">
]> {
  let summary = "Gathers by indices that 16 partitions share";
  let semantics = [{Partitions form groups of 16. Index k of a group stands on its partition k mod 16, at element k / 16. For every partition of the group and k below n = elements of destination / run:
destination[k * run + j] = source[index k + j], j below run. With `wrap`, -m to -1 mean index + m, where m is the number of the source's elements; an index that does not leave run elements traps, or with
`skip` leaves its elements as they are. Indices beyond n are not looked at.}];
  let example = "local_gather sbuf.i32[0+16, 128](8:1), sbuf.i32[0+16, 0](4:1), sbuf.i32[0+16, 64](1:1), run=2, wrap=true, skip=true";
  let checks = [GatherType,
    Check<"local_partitions", "x.destination.partitions == x.source.partitions && x.destination.partitions == x.index.partitions && x.destination.partitions % 16 == 0",
      "expects equal multiples of 16 partitions, got {0}, {1} and {2}", ["unsigned(x.destination.partitions)", "unsigned(x.source.partitions)", "unsigned(x.index.partitions)"]>,
    Check<"local_run", "x.run <= 32 && (x.run & (x.run - 1)) == 0 && x.run != 0 && x.destination.elementsPerPartition() % x.run == 0",
      "expects 1, 2, 4, 8, 16 or 32 elements per index, dividing {0}, got {1}", ["x.destination.elementsPerPartition()", "unsigned(x.run)"]>,
    Check<"local_indices", "x.destination.elementsPerPartition() / x.run <= std::min<uint64_t>(4096, 16 * x.index.elementsPerPartition())",
      "expects at most {0} indices, got {1}", ["std::min<uint64_t>(4096, 16 * x.index.elementsPerPartition())", "x.destination.elementsPerPartition() / x.run"]>];
  let interval = "localGatherInterval(x.destination, x.run, target)";
}

def GatherElements : GpSimd<"gather_elements", 0x00A3, TwoWords, [
  Keeps<"destination", "onChip0", "one element per index", choice="g.engineOperand(x.engine)">,
  ReadsSbuf<"source", "onChip1", "tables, one per partition", choice="g.tableLike(x.destination)">,
  ReadsIndex<"onChip2", "one index per element of destination", choice="g.indexLike(x.destination)">,
  WrapIndex, SkipIndex
]> {
  let summary = "Gathers within each partition";
  let semantics = [{destination[p, i] = source[p, index[p, i]], over the flattened elements of each partition. With `wrap`, -n to -1 mean index + n; any other index outside 0 to n-1 traps, or with
`skip` leaves its element as it is.}];
  let example = "gather_elements sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), skip=true";
  let checks = [GatherType, SameShape<"destination", "index">,
    Check<"gather_partitions", "x.destination.partitions == x.source.partitions", "expects equal partitions of destination and source, got {0} and {1}",
      ["unsigned(x.destination.partitions)", "unsigned(x.source.partitions)"]>];
  // Groups of 512 elements, each an instruction inside.
  let interval = "double((x.destination.elementsPerPartition() + 511) / 512) * double(target.gpsimdStart) + std::max<double>(target.minimumInterval, double(x.destination.elementsPerPartition()))";
}

def PartitionGather : GpSimd<"partition_gather", 0x00A4, TwoWords, [
  Keeps<"destination", "onChip0", "one row per index", choice="g.engineOperand(x.engine)">,
  ReadsSbuf<"source", "onChip1", "rows, one per partition", choice="g.rowsLike(x.destination)">,
  ReadsIndex<"onChip2", "one index per partition of destination", choice="g.rowIndex(x.destination)">,
  WrapIndex, SkipIndex
]> {
  let summary = "Gathers partitions";
  let semantics = [{destination[p] = source[index[p]]; partitions count from the operand's first. With `wrap`, -n to -1 mean index + n; any other index outside 0 to n-1 traps, or with `skip` leaves its
row as it is.}];
  let example = "partition_gather sbuf.bf16[0+6, 0](1:1), sbuf.bf16[32+4, 0](1:1), sbuf.i64[0+6, 64](1:1)";
  let checks = [GatherType,
    Check<"partition_index", "x.index.partitions == x.destination.partitions && x.index.elementsPerPartition() == 1",
      "expects one index per partition of destination, got {0} x {1}", ["unsigned(x.index.partitions)", "x.index.elementsPerPartition()"]>,
    Check<"partition_row", "x.destination.elementsPerPartition() == x.source.elementsPerPartition()", "expects rows of {0} elements, got {1} in the source",
      ["x.destination.elementsPerPartition()", "x.source.elementsPerPartition()"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
}

// -- Reductions and searches -------------------------------------------------

def PartitionReduce : GpSimd<"partition_reduce", 0x00A5, OneWord, [
  WritesSbuf<"destination", "onChip0", "one partition", choice="g.partitionResult(x.source, x.op)">,
  ReadsSbuf<"source", "onChip1", "tensor", choice="g.partitionSource(x.op)">,
  Field<"op", PartitionReduceOperatorKind, "small0", "operator", needed=1, choice="g.partitionReduceOp()">
]> {
  let rounds = 1;
  let summary = "Reduces across partitions";
  let semantics = [{destination[i] = source[0, i] op source[1, i] op ..., ascending by partition; each step rounds to fp32, or is exact and wraps on 32- and 64-bit integers; converted once.}];
  let example = "partition_reduce sbuf.i32[0+1, 128](2:1), sbuf.i32[0+3, 0](2:1), op=add";
  let checks = [
    Check<"partition_result", "x.destination.partitions == 1 && x.destination.elementsPerPartition() == x.source.elementsPerPartition()",
      "expects a destination of 1 x {0}, got {1} x {2}", ["x.source.elementsPerPartition()", "unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>,
    Check<"partition_bits", "!isBitwiseReduction(x.op) || (isInteger(x.source.type) && x.source.type == x.destination.type)",
      "expects integers of one type for `{0}`, got {1} and {2}", ["isa::name(x.op)", "glia::name(x.source.type)", "glia::name(x.destination.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
}

def ReduceIntegers : GpSimd<"reduce_integers", 0x00AA, OneWord, [
  WritesSbuf<"destination", "onChip0", "one value per kept index", choice="g.integerResult(x.source, x.axes)">,
  ReadsSbuf<"source", "onChip1", "integers of 32 or 64 bits", choice="g.integerSource(x.axes)">,
  Field<"op", PartitionReduceOperatorKind, "small0", "operator", needed=1, choice="g.partitionReduceOp()">,
  Field<"axes", Unsigned3, "small1", "trailing pairs that are reduced", first="1", choice="g.axes()">
]> {
  let rounds = 1;
  let extension = 1;
  let summary = "Reduces trailing axes of integers";
  let semantics = [{For each kept index: the reduction of the elements along the last `axes` pairs, exact and wrapping at the source's width, so in any order; `average` divides the sum by their number and truncates. Converted once.}];
  let example = "reduce_integers sbuf.i64[0+128, 0](8:1), sbuf.i32[0+128, 0x100](8:16, 16:1), op=max";
  let checks = [
    Check<"reduce_axes", "x.axes >= 1 && x.axes <= x.source.rank", "expects 1 to {0} axes, got {1}", ["unsigned(x.source.rank)", "unsigned(x.axes)"]>,
    Check<"reduce_shape", "x.destination.partitions == x.source.partitions && x.destination.elementsPerPartition() == keptElements(x.source, x.axes)",
      "expects a destination of {0} x {1}, got {2} x {3}",
      ["unsigned(x.source.partitions)", "keptElements(x.source, x.axes)", "unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>,
    Check<"reduce_integers_type", "isExactInteger(x.source.type)", "expects integers of 32 or 64 bits, got {0}", ["glia::name(x.source.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
}

def TopK : GpSimd<"topk", 0x00A6, TwoWords, [
  WritesSbuf<"destination", "onChip0", "the k values, best first", choice="g.topResult(x.source)">,
  WritesSbuf<"indices", "onChip1", "where they stood", choice="g.topIndices(x.destination)">,
  ReadsSbuf<"source", "onChip2", "n elements per partition", choice="g.engineOperand(x.engine)">,
  Field<"smallest", Flag, "small0", "the smallest are the best", choice="g.flag()">
]> {
  let targets = [Trn2, Trn3];
  let summary = "Finds the largest or smallest elements";
  let semantics = [{For each partition: the k best of its n elements and their indices, best first; k is the number of destination's elements. Of equal elements the one with the lower index is better. NaN
counts as larger than all else, -0 equals +0. Bits are copied.}];
  let example = "topk sbuf.i64[0+2, 64](2:1), sbuf.i32[0+2, 128](2:1), sbuf.i64[0+2, 0](3:1)";
  let checks = [SameType<"topk_type", "destination", "source">, SameShape<"destination", "indices">,
    Check<"topk_n", "x.destination.partitions == x.source.partitions && x.destination.elementsPerPartition() <= x.source.elementsPerPartition() && x.source.elementsPerPartition() < 65536",
      "expects at most {0} of less than 65536 elements and as many partitions, got {1}", ["x.source.elementsPerPartition()", "x.destination.elementsPerPartition()"]>,
    Check<"topk_index_type", "x.indices.type == ElementType::i32 || x.indices.type == ElementType::u32 || x.indices.type == ElementType::i64",
      "expects indices of i32, u32 or i64, got {0}", ["glia::name(x.indices.type)"]>];
  let interval = "double(target.gpsimdStart) + partitionTurns(x.source) * (4.0 * double(x.source.elementsPerPartition()) + double(x.destination.elementsPerPartition()))";
}

def NonzeroCount : GpSimd<"nonzero_count", 0x00A7, TwoWords, [
  WritesSbuf<"destination", "onChip0", "n + 1 elements of i32 or i64", choice="g.nonzeroResult(x.source)">,
  ReadsSbuf<"source", "onChip1", "n elements per partition", choice="g.engineOperand(x.engine)">,
  Field<"offset", Signed32, "scalar0", "added to each index", choice="int32_t(g.bits(32))">,
  Field<"padding", Signed32, "scalar1", "behind the last index", first="-1", choice="int32_t(g.bits(32))">
]> {
  let targets = [Trn2, Trn3];
  let summary = "Finds elements that are not zero";
  let semantics = [{For each partition: offset + index of each element that is not zero (a NaN is not, -0 is), ascending; then padding up to n elements; then how many were found.}];
  let example = "nonzero_count sbuf.i32[0+2, 64](5:1), sbuf.f32[0+2, 0](4:1)";
  let checks = [
    Check<"nonzero_elements", "x.destination.partitions == x.source.partitions && x.destination.elementsPerPartition() == x.source.elementsPerPartition() + 1",
      "expects a destination of {0} x {1}, got {2} x {3}",
      ["unsigned(x.source.partitions)", "x.source.elementsPerPartition() + 1", "unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>,
    Check<"nonzero_type", "x.destination.type == ElementType::i32 || x.destination.type == ElementType::i64", "expects a destination of i32 or i64, got {0}",
      ["glia::name(x.destination.type)"]>];
  let interval = "double(target.gpsimdStart) + partitionTurns(x.source) * double(x.source.elementsPerPartition())";
}

def SequenceBounds : GpSimd<"sequence_bounds", 0x00A8, OneWord, [
  WritesSbuf<"destination", "onChip0", "n starts, then n ends", choice="g.boundsResult(x.source)">,
  ReadsSbuf<"source", "onChip1", "n segment ids of i32 or f32", choice="g.segmentIds()">
]> {
  let summary = "Finds where segments begin and end";
  let semantics = [{For each partition, a segment is a run of equal ids other than 0. destination[i] = the index of the first element of i's segment, destination[n + i] = the index behind its last; for an
id of 0: n and -1.}];
  let example = "sequence_bounds sbuf.i32[0+1, 128](18:1), sbuf.i32[0+1, 0](9:1)";
  let checks = [
    Check<"bounds_elements", "x.destination.partitions == x.source.partitions && x.destination.elementsPerPartition() == 2 * x.source.elementsPerPartition()",
      "expects a destination of {0} x {1}, got {2} x {3}",
      ["unsigned(x.source.partitions)", "2 * x.source.elementsPerPartition()", "unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>,
    Check<"bounds_type", "isSegmentType(x.source.type) && isSegmentType(x.destination.type)", "expects i32 or f32, got {0} and {1}",
      ["glia::name(x.source.type)", "glia::name(x.destination.type)"]>];
  let interval = "double(target.gpsimdStart) + partitionTurns(x.source) * double(x.source.elementsPerPartition())";
}

// -- Random numbers ----------------------------------------------------------

def Rng : GpSimd<"rng", 0x00A9, Affine, [
  WritesSbuf<"destination", "onChip0", "result", choice="g.randomResult()">,
  Field<"state", OnChip, "onChip1", "[1, 4] of u32: seed, stream, step, ordinal", "g.randomState()", [WriteStride, InSbuf], "true", "x.advance">,
  Field<"advance", Flag, "small0", "step + 1 is written back", choice="g.flag()">] # affineFields> {
  let targets = [Trn2, Trn3];
  let summary = "Draws random numbers";
  let semantics = [{Each element has the random words of Philox4x32-10 with counter (index low, index high, step, ordinal) and key (seed, stream), where index is the affine pattern of iota: the element's place
in the logical tensor, so that tiling changes nothing. Integers take the lower bits of the first word (64-bit ones the second word above it), bool its lowest bit; f32 takes the upper 24 bits of the first
word times 2^-24, uniform in [0, 1).}];
  let example = "rng sbuf.u8[0+4, 64](1:1), sbuf.u32[0+1, 0](4:1), step0=10";
  let checks = [
    Check<"rng_state", "x.state.type == ElementType::u32 && x.state.partitions == 1 && x.state.elementsPerPartition() == 4", "expects a state of 1 x 4 u32, got {0} x {1} {2}",
      ["unsigned(x.state.partitions)", "x.state.elementsPerPartition()", "glia::name(x.state.type)"]>,
    Check<"rng_type", "isInteger(x.destination.type) || x.destination.type == ElementType::f32", "expects integers or f32, got {0}", ["glia::name(x.destination.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
}
