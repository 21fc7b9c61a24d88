//===- VectorScanInstructions.td - Chains, accumulators, statistics -------===//
//
// Instructions of the Vector engine that work along a row, and those for the
// row accumulators, which Scalar has, too.
//
//===----------------------------------------------------------------------===//

def ScalarTensorTensor : Instruction<"scalar_tensor_tensor", 0x0017, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor of the first step", choice="g.aluInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"scalar0", "scalar0", "scalar of the first step", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Reads<"tensor", "onChip2", "tensor of the second step", choice="g.sbufInput(x.destination)", rules=engineRules>,
  Field<"op0", AluOperatorKind, "small0", "first operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"op1", AluOperatorKind, "small1", "second operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"reverse0", Flag, "small2", "the scalar is the first step's left operand", choice="g.flag()">,
  Field<"reverse1", Flag, "small3", "the tensor is the second step's left operand", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Combines a tensor with a scalar and another tensor";
  let semantics = [{destination = (source op0 scalar0) op1 tensor. Each step rounds to fp32; a reversed step exchanges its operands.}];
  let example = "scalar_tensor_tensor sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), #2.5, sbuf.f32[0+128, 0x200](64:1), op0=multiply, op1=add";
  let checks = [DestinationAndSource, SameShape<"destination", "tensor">, OnePsumInput<"source", "tensor">, ArithmeticOperator<"op0">,
    ArithmeticOperator<"op1">, AluEngine<"op0", "source">, AluEngine<"op1", "source">, FloatScalar<"scalar0">];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), is16Bit(x.destination, x.source, x.tensor) && x.op0 == AluOp::subtract && x.op1 == AluOp::multiply && x.destination.elementsPerPartition() % 2 == 0 ? 1 : 2, target)";
  let latency = "target.accessStart";
}

def TensorScalarReduce : Instruction<"tensor_scalar_reduce", 0x0018, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.aluInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"scalar0", "scalar0", "scalar", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"op0", AluOperatorKind, "small0", "operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"reverse0", Flag, "small1", "the scalar is the left operand", choice="g.flag()">,
  Field<"reduceOp", ReduceOperatorKind, "small2", "operator of the accumulators", needed=1, choice="g.accumulatorOp()">,
  Field<"accumulator", AccumulatorCommandKind, "small3", "command to the accumulators", needed=1, choice="g.accumulatorCommand()">
]> {
  let rounds = 1;
  let summary = "Combines a tensor with a scalar and reduces rows into the accumulators";
  let semantics = [{destination = source op0 scalar0, in fp32, converted once. The tree result of each row's fp32 results goes to the accumulator of its lane, by the command; `accumulator_read` takes it out.}];
  let example = "tensor_scalar_reduce sbuf.bf16[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), ptr.f32[0, 0x400], op0=subtract, reduceOp=max, accumulator=reset_reduce";
  let checks = [DestinationAndSource, ArithmeticOperator<"op0">, AluEngine<"op0", "source">, AccumulatorOperator<"reduceOp">, FloatScalar<"scalar0">];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def AccumulatorRead : Instruction<"accumulator_read", 0x0019, ["vector", "scalar"], OneWord, [
  Writes<"destination", "onChip0", "one value per lane", choice="g.column(x.engine)", rules=engineRules>,
  Field<"negate", Flag, "small0", "the values are negated", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Reads the row accumulators";
  let semantics = [{destination[p] = the engine's accumulator of the destination's lane, negated if asked, converted once. The accumulator keeps its value.}];
  let example = "accumulator_read sbuf.f32[0+128, 0x400](1:1), negate=true";
  let checks = [ColumnsAre<"accumulator_column", "destination", "1">];
  let accumulatorReads = "true";
  // Reference, section 2.1: about 64 cycles.
  let interval = "double(target.minimumInterval)";
  let latency = "target.accessStart";
}

def AccumulatorWrite : Instruction<"accumulator_write", 0x001A, ["vector", "scalar"], TwoWords, [
  ReadsScalar<"value", "scalar0", "what they become", choice="g.floatScalar(x.partitions)", rules=[]>,
  Field<"startPartition", Unsigned8, "small0", "first lane", choice="g.startOf(x.partitions)">,
  Field<"partitions", Unsigned8, "small1", "number of lanes", needed=1, first="1", choice="uint8_t(g.between(1, 128))">
]> {
  let summary = "Sets the row accumulators";
  let semantics = [{The engine's accumulators of lanes startPartition to startPartition + partitions - 1 become the value; a pointer gives one per lane.}];
  let example = "accumulator_write #0, partitions=128";
  let checks = [
    Check<"accumulator_lanes", "x.partitions >= 1 && x.startPartition + x.partitions <= 128 && isAllowedStart(x.startPartition, x.partitions)",
      "expects lanes inside 0 to 127 that start at an allowed partition, got {0} from {1} on", ["unsigned(x.partitions)", "unsigned(x.startPartition)"]>,
    Check<"accumulator_value", "!x.value.isPointer || isAllowedStart(x.value.startPartition, x.partitions)",
      "value: expects {0} values to start at partition {1}, got {2}",
      ["unsigned(x.partitions)", "allowedStarts(x.partitions)", "unsigned(x.value.startPartition)"]>,
    FloatScalar<"value">];
  let accumulatorWrites = "true";
  let accumulatorLanes = "x";
  let interval = "double(target.minimumInterval)";
  let latency = "target.accessStart";
}

def TensorScalarCumulative : Instruction<"tensor_scalar_cumulative", 0x001B, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "running values", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.narrowInput(x.destination)", rules=engineRules>,
  ReadsScalar<"scalar0", "scalar0", "scalar of the first step", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"op0", AluOperatorKind, "small0", "first operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"op1", AluOperatorKind, "small1", "running operator", needed=1, choice="g.runningOp()">,
  Field<"accumulator", AccumulatorCommandKind, "small2", "reset_reduce: from the identity of op1; reduce: from the accumulator", needed=1, choice="g.runningCommand()">
]> {
  let rounds = 1;
  let summary = "Combines a tensor with a scalar and runs along the row";
  let semantics = [{state = (source[i] op0 scalar0) op1 state, destination[i] = state, in row order; each step rounds to fp32. The state is the lane's accumulator, which keeps the last one. It starts at
the identity of op1 (reset_reduce: +0 for add and subtract, 1 for multiply, -infinity for max, +infinity for min) or at what the accumulator holds (reduce).}];
  let example = "tensor_scalar_cumulative sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), #1, op0=multiply, op1=add, accumulator=reset_reduce";
  let checks = [DestinationAndSource, ArithmeticOperator<"op0">, AluEngine<"op0", "source">, FloatScalar<"scalar0">,
    Check<"running_operator", "isRunningOp(x.op1)", "op1: expects add, subtract, multiply, max or min, got `{0}`", ["isa::name(x.op1)"]>,
    Check<"running_command", "x.accumulator == AccumulatorCommand::reduce || x.accumulator == AccumulatorCommand::reset_reduce",
      "expects reduce or reset_reduce, got {0}", ["isa::name(x.accumulator)"]>,
    Check<"running_type", "!isInteger(x.source.type) || bitWidth(x.source.type) <= 16",
      "source: expects floats or integers of at most 16 bits, got {0}", ["glia::name(x.source.type)"]>];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "true";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Scan : Instruction<"scan", 0x001C, ["vector"], TwoWords, [
  Writes<"destination", "onChip0", "states", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor of the first step", choice="g.aluInput(x.engine, x.destination)", rules=engineRules>,
  Reads<"tensor", "onChip2", "tensor of the second step", choice="g.sbufInput(x.destination)", rules=engineRules>,
  ReadsScalar<"initial", "scalar0", "state before the first element", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"op0", AluOperatorKind, "small0", "first operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"op1", AluOperatorKind, "small1", "second operator", needed=1, choice="g.arithmeticOp(x.engine)">,
  Field<"reverse0", Flag, "small2", "the state is the first step's left operand", choice="g.flag()">,
  Field<"reverse1", Flag, "small3", "the tensor is the second step's left operand", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Runs a recurrence along each row";
  let semantics = [{state = (source[i] op0 state) op1 tensor[i], destination[i] = state, in row order from `initial` on; each step rounds to fp32, and only what is stored to the destination's type. A reversed
step exchanges its operands.}];
  let example = "scan sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), sbuf.f32[0+128, 0x200](64:1), #0, op0=multiply, op1=add";
  let checks = [DestinationAndSource, SameShape<"destination", "tensor">, OnePsumInput<"source", "tensor">, ArithmeticOperator<"op0">,
    ArithmeticOperator<"op1">, AluEngine<"op0", "source">, AluEngine<"op1", "source">, FloatScalar<"initial">];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 2, target)";
  let latency = "target.accessStart";
}

def BnStats : Instruction<"bn_stats", 0x001D, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "six values", choice="g.columnsLike(x.source, 6)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor, at most 512 elements per partition", choice="g.rowOperand(1, 512)", rules=engineRules>
]> {
  let rounds = 1;
  let summary = "Counts, means and squared deviations of a row";
  let semantics = [{destination = (count, mean, M2) of the elements with even index, then of those with odd index. Two passes in fp32: mean = tree sum / count; M2 = tree sum of (x - mean) * (x - mean), every
step rounded; count and index are over the row's elements in order, the tree over each half on its own. A half without elements gives three +0.}];
  let example = "bn_stats sbuf.f32[0+128, 0](6:1), sbuf.f32[0+128, 0x100](512:1)";
  let checks = [SamePartitions<"destination", "source">, ColumnsAre<"statistics_columns", "destination", "6">,
    Check<"statistics_elements", "x.source.elementsPerPartition() <= 512", "source: expects at most 512 elements per partition, got {0}",
      ["x.source.elementsPerPartition()"]>];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def BnAggr : Instruction<"bn_aggr", 0x001E, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "mean and variance", choice="g.columnsLike(x.source, 2)", rules=engineRules>,
  Reads<"source", "onChip1", "triples (count, mean, M2)", choice="g.tripleOperand()", rules=engineRules>
]> {
  let rounds = 1;
  let summary = "Merges statistics";
  let semantics = [{destination = (mean, M2 / count) of all triples, merged from left to right (Chan). A triple (n, m, s) joins (N, M, S), which starts at three +0, unless n is 0: where N is 0 it is taken as it is;
else T = N + n, r = n / T, d = m - M, then S = (S + s) + (d * d) * (N * r), M = M + d * r, N = T. Every step rounds to fp32; no elements at all give a NaN variance.}];
  let example = "bn_aggr sbuf.f32[0+128, 0](2:1), sbuf.f32[0+128, 0x100](12:1)";
  let checks = [SamePartitions<"destination", "source">, ColumnsAre<"aggregate_columns", "destination", "2">,
    Check<"aggregate_triples", "x.source.elementsPerPartition() % 3 == 0", "source: expects triples, got {0} elements per partition",
      ["x.source.elementsPerPartition()"]>];
  // Reference, section 2.6: 13 cycles a triple.
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 13.0 / 3, target)";
  let latency = "target.accessStart";
}
