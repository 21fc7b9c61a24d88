//===- ScalarInstructions.td - Scalar engine ------------------------------===//

def SlopeNeedsFunction : Check<"activate_slope", "isParametric(x.function) || x.slope == ScalarOperand()",
  "slope: expects none, since `{0}` has no parameter", ["isa::name(x.function)"]>;

def Activate : Instruction<"activate", 0x0020, ["scalar"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.castInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"scale", "scalar0", "factor", first="{false, ElementType::f32, 0, 0x3F800000}", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  ReadsScalar<"bias", "scalar1", "summand", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  NamedScalar<"slope", "scalar2", "parameter of the function, where it has one", choice="g.parameter(x.function, x.source)", rules=[ScalarPartitions]>,
  Field<"function", ActivationKind, "small0", "function", needed=1, choice="g.activationFunction()">,
  Field<"accumulator", AccumulatorCommandKind, "small1", "command to the accumulators, with add", choice="g.accumulatorCommand()">
]> {
  let rounds = 1;
  let summary = "Applies a function";
  let semantics = [{destination = function(fma(source, scale, bias)), one rounding at the store. The functions are at most 1 ulp of fp32 off before it. `slope` is the parameter of `prelu`, one value or one per
partition; other functions have none. The tree sum of each row's fp32 results goes to the accumulator of its lane, by the command; `accumulator_read` takes it out.}];
  let example = "activate sbuf.bf16[0+128, 0](64:1), psum.f32[0+128, 0](64:1), #0.125, ptr.f32[0, 0x400], function=exp, accumulator=reset_reduce";
  let checks = [DestinationAndSource, SlopeNeedsFunction, FloatScalar<"slope">,
    Check<"activate_scale_type", "x.scale.type == ElementType::f32", "expects a scale of f32, got {0}", ["glia::name(x.scale.type)"]>,
    Check<"activate_bias_type", "x.bias.type == ElementType::f32", "expects a bias of f32, got {0}", ["glia::name(x.bias.type)"]>];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Activate2 : Instruction<"activate2", 0x0021, ["scalar"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=engineRules>,
  Reads<"source", "onChip1", "tensor", choice="g.castInput(x.engine, x.destination)", rules=engineRules>,
  ReadsScalar<"scalar0", "scalar0", "scalar of the first step", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  ReadsScalar<"scalar1", "scalar1", "scalar of the second step", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  NamedScalar<"slope", "scalar2", "parameter of the function, where it has one", choice="g.parameter(x.function, x.source)", rules=[ScalarPartitions]>,
  Field<"op0", AluOperatorKind, "small0", "multiply, add, subtract, or bypass: no steps", choice="g.activationOp0()">,
  Field<"op1", AluOperatorKind, "small1", "after multiply: add, subtract, or bypass: no second step", choice="g.activationOp1(x.op0)">,
  Field<"reverse0", Flag, "small2", "the scalar is the first step's left operand", choice="g.flag()">,
  Field<"reverse1", Flag, "small3", "the scalar is the second step's left operand", choice="g.flag()">,
  Field<"function", ActivationKind, "small4", "function", needed=1, choice="g.activationFunction()">,
  Field<"reduceOp", ReduceOperatorKind, "small5", "operator of the accumulators: add, max, min, abs_max or abs_min", choice="g.activationReduceOp()">,
  Field<"accumulator", AccumulatorCommandKind, "small6", "command to the accumulators", choice="g.accumulatorCommand()">
]> {
  let targets = [Trn3];
  let rounds = 1;
  let summary = "Applies a function after up to two steps";
  let semantics = [{destination = function((source op0 scalar0) op1 scalar1), one rounding at the store. Each step rounds to fp32 (it is not the fma of `activate`); a reversed step has its scalar on the left. The tree
result of each row's fp32 results goes to the accumulator of its lane, by the command.}];
  let example = "activate2 sbuf.bf16[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), #2, ptr.f32[0, 0x400], op0=multiply, op1=subtract, function=exp, reduceOp=max, accumulator=reset_reduce";
  let checks = [DestinationAndSource, FloatScalar<"scalar0">, FloatScalar<"scalar1">, SlopeNeedsFunction, FloatScalar<"slope">,
    Check<"activate2_operators", "areActivationSteps(x.op0, x.op1)",
      "expects multiply with add, subtract or bypass, or one of add, subtract and bypass alone, got `{0}` and `{1}`", ["isa::name(x.op0)", "isa::name(x.op1)"]>,
    Check<"activate2_reduction", "isAccumulating(x.reduceOp) && x.reduceOp != ReduceOp::multiply",
      "expects add, max, min, abs_max or abs_min, got `{0}`", ["isa::name(x.reduceOp)"]>];
  let accumulatorReads = "x.accumulator == AccumulatorCommand::reduce";
  let accumulatorWrites = "x.accumulator != AccumulatorCommand::idle";
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}
