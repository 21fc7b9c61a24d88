//===- VectorSelectInstructions.td - Selection, search, movement of lanes -===//
//
// Instructions of the Vector engine that choose, find or move elements, and
// what only some targets have.
//
//===----------------------------------------------------------------------===//

def RangeSelect : Instruction<"range_select", 0x001F, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.aluInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"bound0", "scalar0", "right-hand side of the first comparison", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  ReadsScalar<"bound1", "scalar1", "right-hand side of the second comparison", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"comparison0", ComparisonKind, "small0", "first comparison", needed=1, choice="g.comparison()">,
  Field<"comparison1", ComparisonKind, "small1", "second comparison", needed=1, choice="g.comparison()">,
  Field<"accumulator", AccumulatorCommandKind, "small2", "command to the accumulators, with max", choice="g.accumulatorCommand()">,
  Field<"start", Unsigned32, "number0", "index of the first element", choice="uint32_t(g.below(1 << 20))">
]> {
  let targets = [Trn2, Trn3];
  let rounds = 1;
  let summary = "Keeps the elements of an index range";
  let semantics = [{With i = start + the element's index in its row, exact in fp32: destination = (i comparison0 bound0) and (i comparison1 bound1) ? source : -3.4028235e38, converted once (a narrower float
type overflows to -infinity). The row's maximum goes to the accumulator by the command.}];
  let example = "range_select sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), ptr.f32[0, 0x400], ptr.f32[0, 0x404], comparison0=greater_equal, comparison1=less, accumulator=reset_reduce, start=64";
  let checks = [DestinationAndSource, ComparisonOperator<"comparison0">, ComparisonOperator<"comparison1">, FloatScalar<"bound0">, FloatScalar<"bound1">,
    Check<"range_index", "x.start + x.source.elementsPerPartition() <= (uint64_t(1) << 24)", "expects indices below 2^24, got {0}",
      ["x.start + x.source.elementsPerPartition() - 1"]>];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def SelectReduce : Instruction<"select_reduce", 0x0080, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"predicate", "onChip1", "zero or not", choice="g.predicate(x.destination)">,
  Reads<"source", "onChip2", "taken where the predicate is not zero", choice="g.sbufInput(x.destination)", rules=engineRules>,
  ReadsScalar<"otherwise", "scalar0", "taken where it is zero", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"reverse", Flag, "small0", "exchanges the two", choice="g.flag()">,
  Field<"accumulator", AccumulatorCommandKind, "small1", "command to the accumulators, with max", choice="g.accumulatorCommand()">
]> {
  let targets = [Trn2, Trn3];
  let rounds = 1;
  let summary = "Takes elements or a scalar under a predicate";
  let semantics = [{destination = predicate != 0 ? source : otherwise, through fp32, converted once; `reverse` exchanges the two. The row's maximum goes to the accumulator by the command.}];
  let example = "select_reduce sbuf.f32[0+128, 0](64:1), sbuf.u8[0+128, 0x400](64:1), sbuf.f32[0+128, 0x100](64:1), #-1e9, accumulator=reset_reduce";
  let checks = [DestinationAndPredicate, DestinationAndSource, OnePsumInput<"predicate", "source">, FloatScalar<"otherwise">,
    Check<"predicate_type", "isPredicateType(x.predicate.type)", "expects a predicate of u8, bool, u16 or u32, got {0}", ["glia::name(x.predicate.type)"]>];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 2, target)";
  let latency = "target.accessStart";
}

def Shuffle32 : Instruction<"shuffle32", 0x0081, ["vector"], Permutation, [
  Field<"destination", OnChip, "onChip0", "lanes that the permutation leaves keep what they hold", writes="true", rules=[WriteStride] # engineRules,
        choice="g.shuffleOperand()", usedRows="movedLanes(x.lanes, x.destination.partitions)">,
  Reads<"source", "onChip1", "tensor", choice="g.like(x.destination, Space::sbuf)", rules=engineRules>,
  Field<"lanes", LanePermutationKind, "lanes0", "source lane of each lane of 32, 255 (_) leaves it", needed=1, choice="g.lanePermutation(x.destination.partitions)">
]> {
  let summary = "Permutes the 32 lanes of each quadrant";
  let semantics = [{In every group of 32 partitions, or in the one smaller group: destination[i] = source[lanes[i]], bit exact, as if the source were read first; a lane whose entry is 255 is not written.}];
  let example = "shuffle32 sbuf.f32[0+32, 0](64:1), sbuf.f32[0+32, 0x100](64:1), lanes=(1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18 21 20 23 22 25 24 27 26 29 28 _ _)";
  let checks = [DestinationAndSource, SameType<"shuffle_type", "destination", "source">,
    Check<"shuffle_partitions", "x.destination.partitions <= 32 || x.destination.partitions % 32 == 0",
      "expects up to 32 partitions or a multiple of 32, got {0}", ["unsigned(x.destination.partitions)"]>,
    Check<"shuffle_lanes", "arePermutedLanes(x.lanes, x.destination.partitions)", "expects source lanes below {0}, or 255",
      ["std::min(32u, unsigned(x.destination.partitions))"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Transpose32 : Instruction<"transpose32", 0x0082, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "tiles transposed", choice="g.tiles32()", rules=engineRules>,
  Reads<"source", "onChip1", "tiles of 32 x 32", choice="g.like(x.destination, g.vectorSpace())", rules=engineRules>
]> {
  let summary = "Transposes tiles of 32 x 32";
  let semantics = [{Each tile of 32 partitions and 32 elements is transposed where it stands: destination[32 q + i][32 c + j] = source[32 q + j][32 c + i], bit exact, as if the source were read first.}];
  let example = "transpose32 sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1)";
  let checks = [DestinationAndSource, SameType<"transpose32_type", "destination", "source">,
    Check<"transpose32_shape", "x.destination.partitions % 32 == 0 && x.destination.elementsPerPartition() % 32 == 0",
      "expects multiples of 32, got {0} x {1}", ["unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def SearchLength : Check<"search_length", "x.source.elementsPerPartition() >= 8 && x.source.elementsPerPartition() <= 16384",
  "source: expects 8 to 16384 elements per partition, got {0}", ["x.source.elementsPerPartition()"]>;

def Max8 : Instruction<"max8", 0x0083, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "eight values", choice="g.columnsLike(x.source, 8)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.rowOperand(8, 512)", rules=engineRules>
]> {
  let rounds = 1;
  let summary = "Finds the eight largest elements of each row";
  let semantics = [{destination = the eight largest elements in descending order, compared in fp32: NaN above +infinity, +0 above -0. Repeated values appear as often as they occur.}];
  let example = "max8 sbuf.f32[0+128, 0](8:1), sbuf.f32[0+128, 0x100](1000:1)";
  let checks = [SamePartitions<"destination", "source">, ColumnsAre<"eight_values", "destination", "8">, SearchLength];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Find8 : Instruction<"find8", 0x0084, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "eight indices", choice="g.indexColumns(x.source)">,
  Reads<"source", "onChip1", "tensor", choice="g.rowOperand(8, 512)", rules=engineRules>,
  Reads<"values", "onChip2", "eight values", choice="g.columnsLike(x.source, 8)", rules=engineRules>
]> {
  let summary = "Finds the indices of eight values in each row";
  let semantics = [{destination[j] = the index of the first element of the row that equals values[j] in fp32 (so a NaN equals nothing); where the same value stands k times before it in `values`, the index
of its occurrence k + 1. All ones where there is none.}];
  let example = "find8 sbuf.u32[0+128, 0](8:1), sbuf.f32[0+128, 0x100](1000:1), sbuf.f32[0+128, 0x20](8:1)";
  let checks = [SamePartitions<"destination", "source">, SamePartitions<"values", "source">, ColumnsAre<"eight_values", "destination", "8">,
    ColumnsAre<"eight_values", "values", "8">, SearchLength,
    Check<"find_index_type", "x.destination.type == ElementType::u16 || x.destination.type == ElementType::u32",
      "destination: expects indices of u16 or u32, got {0}", ["glia::name(x.destination.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Replace8 : Instruction<"replace8", 0x0085, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.like(x.source, Space::sbuf)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.rowOperand(8, 512)", rules=engineRules>,
  Reads<"values", "onChip2", "eight values", choice="g.columnsLike(x.source, 8)", rules=engineRules>,
  ReadsScalar<"replacement", "scalar0", "what takes their place", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>
]> {
  let summary = "Replaces eight values in each row";
  let semantics = [{destination = source, bit exact, but where find8 finds one of the eight values: there the replacement, converted to nearest even.}];
  let example = "replace8 sbuf.f32[0+128, 0x100](1000:1), sbuf.f32[0+128, 0x100](1000:1), sbuf.f32[0+128, 0x20](8:1), #-3.4028235e38";
  let checks = [DestinationAndSource, SameType<"replace_type", "destination", "source">, SamePartitions<"values", "source">,
    ColumnsAre<"eight_values", "values", "8">, SearchLength, FloatScalar<"replacement">];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def ExpSubSum : Instruction<"exp_sub_sum", 0x0086, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.aluInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"subtrahend", "scalar0", "the row's maximum, as a rule", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"accumulator", AccumulatorCommandKind, "small0", "command to the accumulators, with add", choice="g.accumulatorCommand()">
]> {
  let targets = [Trn3];
  let rounds = 1;
  let summary = "Exponential of a difference, with a row sum";
  let semantics = [{destination = e^(source - subtrahend): the difference rounds to fp32, the exponential is that of `activate` (at most 1 ulp off), then one conversion. The tree sum of the row's fp32 results goes to the
accumulator by the command.}];
  let example = "exp_sub_sum sbuf.bf16[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), ptr.f32[0, 0x400], accumulator=reset_reduce";
  let checks = [DestinationAndSource, FloatScalar<"subtrahend">];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 0.25, target)";
  let latency = "target.accessStart";
}

def QuantizeMx : Instruction<"quantize_mx", 0x0087, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "fp8 elements", choice="g.mxElements()", rules=[InSbuf, TargetType]>,
  Field<"scale", OnChip, "onChip1", "one byte per group of 8 partitions x 4 elements", writes="true", rules=[WriteStride, InSbuf], choice="g.mxScale(x.destination)",
        usedRows="mxScaleRows(x.destination.partitions, x.scale.partitions)">,
  Reads<"source", "onChip2", "bf16 or f16", choice="g.mxSource(x.destination)", rules=[InSbuf]>
]> {
  let targets = [Trn3];
  let summary = "Quantises to the microscaling format";
  let semantics = [{Each group of 8 partitions and 4 elements has one scale 2^s, s = floor(log2 of its largest magnitude) - (E - 1) with E = 8 for f8e4m3fn and 15 for f8e5m2, at least -127; -127 where all are zero.
destination = source / 2^s, to nearest even; the scale is stored as s + 127 (f8e8m0). A group with a NaN or an infinity has the scale 255 and elements that are all NaN.
Scales of partitions 32 q + 8 g stand in partition 32 q + g of `scale`, the others of its partitions are not written; for 32 partitions it may have just 4. Scales are written after the elements.}];
  let example = "quantize_mx sbuf.f8e4m3fn[0+128, 0](64:1), sbuf.u8[0+128, 0x100](16:1), sbuf.bf16[0+128, 0x200](64:1)";
  let checks = [DestinationAndSource, MxElements<"destination">, MxScale<"scale", "destination">,
    Check<"mx_source_type", "x.source.type == ElementType::bf16 || x.source.type == ElementType::f16", "source: expects bf16 or f16, got {0}",
      ["glia::name(x.source.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 0.25, target)";
  let latency = "target.accessStart";
}
