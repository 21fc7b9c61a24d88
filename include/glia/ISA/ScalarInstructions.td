//===- ScalarInstructions.td - Scalar engine ------------------------------===//

def Activate : Instruction<"activate", 0x0020, ["scalar"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=[NoWideInteger, TargetType]>,
  Reads<"source", "onChip1", "tensor", choice="g.castInput(x.engine, x.destination)", rules=[NoWideInteger, TargetType]>,
  ReadsScalar<"scale", "scalar0", "factor", first="{false, ElementType::f32, 0, 0x3F800000}", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  ReadsScalar<"bias", "scalar1", "summand", choice="g.floatScalar(x.source)", rules=[ScalarPartitions]>,
  Field<"function", ActivationKind, "small0", "function", needed=1, choice="g.activationFunction()">,
  Field<"accumulateRow", Flag, "small1", "add each row's sum to the row accumulator", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Applies a function";
  let semantics = [{destination = function(fma(source, scale, bias)), one rounding at the store. With `accumulateRow` the tree sum of each row's fp32 results is added to the partition's row accumulator.}];
  let checks = [DestinationAndSource,
    Check<"activate_scale_type", "x.scale.type == ElementType::f32", "expects a scale of f32, got {0}", ["glia::name(x.scale.type)"]>,
    Check<"activate_bias_type", "x.bias.type == ElementType::f32", "expects a bias of f32, got {0}", ["glia::name(x.bias.type)"]>];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target) + (x.accumulateRow ? 64 : 0)";
  let latency = "target.accessStart";
}
