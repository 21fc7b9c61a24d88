//===- VectorInstructions.td - Vector, and what GpSimd shares with it -----===//

// Rules of operators and types, for the left-hand element type of a step.
def TensorTensorTypes : Check<"alu_types", "areAluTypesAllowed(x.engine, x.op, x.left.type, x.right.type, x.destination.type)",
  "expects integers of one type for `{0}`, got {1}, {2} and {3}",
  ["isa::name(x.op)", "glia::name(x.left.type)", "glia::name(x.right.type)", "glia::name(x.destination.type)"]>;
class ScalarType<string scalar, string op> : Check<"scalar_type", "isScalarTypeAllowed(x.engine, x." # op # ", x.source.type, x." # scalar # ")",
  scalar # ": expects f32, or an integer where the step is on integers, got {0}", ["glia::name(x." # scalar # ".type)"]>;

def TensorTensor : Instruction<"tensor_tensor", 0x0010, ["vector", "gpsimd"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  Reads<"left", "onChip1", "left", choice="g.aluInput(x.engine, x.destination)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  Reads<"right", "onChip2", "right", choice="g.like(x.left, Space::sbuf)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  Field<"op", AluOperatorKind, "small0", "operator", needed=1, choice="g.aluOp(x.engine, x.left.type, x.destination.type)">
]> {
  let rounds = 1;
  let summary = "Combines two tensors element by element";
  let semantics = [{destination = left op right, computed in fp32 (GpSimd: exactly where both are int32 or int64), converted once to the destination's type.}];
  let example = "tensor_tensor sbuf.bf16[0+128, 0](64:1), sbuf.bf16[0+128, 0x100](64:1), psum.f32[0+128, 0](64:1), op=multiply";
  let checks = [DestinationAndLeft, DestinationAndRight,
    OnePsumInput<"left", "right">, TensorTensorTypes, AluEngine<"op", "left">];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), (x.left.space == Space::psum || x.right.space == Space::psum || is16Bit(x.destination, x.left, x.right)) ? 1 : 2, target)";
  let latency = "target.accessStart";
}

def TensorScalar : Instruction<"tensor_scalar", 0x0011, ["vector", "gpsimd"], TwoWords, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  Reads<"source", "onChip1", "tensor", choice="g.aluInput(x.engine, x.destination)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  ReadsScalar<"scalar0", "scalar0", "scalar of the first step", choice="g.aluScalar(x.engine, x.op0, x.source)", rules=[ScalarPartitions]>,
  ReadsScalar<"scalar1", "scalar1", "scalar of the second step", choice="g.aluScalar(x.engine, x.op1, x.source)", rules=[ScalarPartitions]>,
  Field<"op0", AluOperatorKind, "small0", "first operator", needed=1, choice="g.aluOp(x.engine, x.source.type, x.destination.type)">,
  Field<"op1", AluOperatorKind, "small1", "second operator; bypass: none", choice="g.secondAluOp(x.engine, x.op0, x.source.type, x.destination.type)">,
  Field<"reverse0", Flag, "small2", "the scalar is the first step's left operand", choice="g.flag()">,
  Field<"reverse1", Flag, "small3", "the scalar is the second step's left operand", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Combines a tensor with one or two scalars";
  let semantics = [{destination = (source op0 scalar0) op1 scalar1. Each step rounds to fp32, or wraps on GpSimd's integers. A reversed step has its scalar on the left: 1/x is
`divide` reversed with 1.0. On GpSimd's int32 and int64 an immediate is an int32, sign-extended. A pointer gives one value per partition.}];
  let example = "tensor_scalar sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1), ptr.f32[0, 0x400], #1.5, op0=subtract, op1=multiply";
  let checks = [DestinationAndSource,
    Check<"alu_types", "areAluTypesAllowed(x.engine, x.op0, x.source.type, x.source.type, x.destination.type) && areAluTypesAllowed(x.engine, x.op1, x.source.type, x.source.type, x.destination.type)",
      "expects integers of one type for `{0}` and `{1}`, got {2} and {3}",
      ["isa::name(x.op0)", "isa::name(x.op1)", "glia::name(x.source.type)", "glia::name(x.destination.type)"]>,
    Check<"mixed_operators", "x.op1 == AluOp::bypass || isBitwise(x.op0) == isBitwise(x.op1)",
      "expects two bitwise or two arithmetic operators, got `{0}` and `{1}`", ["isa::name(x.op0)", "isa::name(x.op1)"]>,
    AluEngine<"op0", "source">, AluEngine<"op1", "source">, ScalarType<"scalar0", "op0">, ScalarType<"scalar1", "op1">];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1.0 / fastMode(x.engine, x.destination, x.source, target), target)";
  let latency = "target.accessStart";
}

def Reduce : Instruction<"reduce", 0x0012, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "one value per kept index", choice="g.reduceResult(x.source, x.axes, x.op)", rules=[NoWideInteger, TargetType]>,
  Reads<"source", "onChip1", "tensor", choice="g.reduceSource(x.axes, x.op)", rules=[NoWideInteger, TargetType]>,
  Field<"op", ReduceOperatorKind, "small0", "operator", needed=1, choice="g.reduceOp()">,
  Field<"axes", Unsigned3, "small1", "trailing pairs that are reduced", first="1", choice="g.axes()">,
  Field<"negate", Flag, "small2", "the result is negated; not of a bitwise operator", choice="!isBitwise(x.op) && g.flag()">
]> {
  let rounds = 1;
  let summary = "Reduces trailing axes";
  let semantics = [{For each kept index: 16 interleaved partials over the flattened index of the reduced axes, each starting with its first element, then the tree 8-4-2-1;
negated if asked; one rounding at the store. Bitwise operators work on the patterns of one integer type.}];
  let example = "reduce sbuf.f32[0+128, 0](8:1), sbuf.f32[0+128, 0x100](8:16, 16:1), op=add, axes=1";
  let checks = [
    Check<"reduce_axes", "x.axes >= 1 && x.axes <= x.source.rank", "expects 1 to {0} axes, got {1}", ["unsigned(x.source.rank)", "unsigned(x.axes)"]>,
    Check<"reduce_shape", "x.destination.partitions == x.source.partitions && x.destination.elementsPerPartition() == keptElements(x.source, x.axes)",
      "expects a destination of {0} x {1}, got {2} x {3}",
      ["unsigned(x.source.partitions)", "keptElements(x.source, x.axes)", "unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()"]>,
    Check<"reduce_types", "!isBitwise(x.op) || (!x.negate && isInteger(x.source.type) && x.source.type == x.destination.type)",
      "expects integers of one type and no negation for `{0}`, got {1} and {2}",
      ["isa::name(x.op)", "glia::name(x.source.type)", "glia::name(x.destination.type)"]>
  ];
  let interval = "elementwiseInterval(x.engine, x.source.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Select : Instruction<"select", 0x0013, ["vector"], TwoWords, [
  Field<"destination", OnChip, "onChip0", "kept where the predicate is zero", reads="true", writes="true", choice="g.engineOperand(x.engine)", rules=[WriteStride, NoWideInteger, TargetType]>,
  Reads<"predicate", "onChip1", "zero or not", choice="g.predicate(x.destination)">,
  Reads<"source", "onChip2", "taken where the predicate is not zero", choice="g.like(x.destination, Space::sbuf)", rules=[NoWideInteger, TargetType]>
]> {
  let summary = "Takes elements under a predicate";
  let semantics = [{destination = predicate != 0 ? source : destination; bit exact.}];
  let example = "select sbuf.f32[0+128, 0](64:1), sbuf.u8[0+128, 0x400](64:1), sbuf.f32[0+128, 0x100](64:1)";
  let checks = [DestinationAndPredicate, DestinationAndSource, SameType<"select_type", "destination", "source">,
    Check<"predicate_type", "isPredicateType(x.predicate.type)", "expects a predicate of u8, bool, u16 or u32, got {0}", ["glia::name(x.predicate.type)"]>,
    Check<"select_psum", "x.source.space != Space::psum || x.predicate.space != Space::psum", "expects at most one of source and predicate in psum, got both">];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), (x.source.space == Space::psum || x.predicate.space == Space::psum) ? 1 : 2, target)";
  let latency = "target.accessStart";
}

def Copy : Instruction<"copy", 0x0014, ["vector", "scalar", "gpsimd"], OneWord, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>,
  Reads<"source", "onChip1", "tensor", choice="g.castInput(x.engine, x.destination)", rules=[NoPsumOnGpsimd, NoWideInteger, TargetType]>
]> {
  let rounds = 1;
  let summary = "Copies or casts";
  let semantics = [{destination = source: bit exact where the types are the same, else converted through fp32 (GpSimd: exactly between integers). float to integer rounds to nearest even,
saturates, and makes NaN 0.}];
  let example = "copy sbuf.bf16[0+128, 0](512:1), psum.f32[0+128, 0](512:1)";
  let checks = [DestinationAndSource];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1.0 / fastMode(x.engine, x.destination, x.source, target), target)";
  let latency = "target.accessStart";
}

def Memset : Instruction<"memset", 0x0015, ["vector", "gpsimd"], OneWord, [
  Writes<"destination", "onChip0", "what is filled", choice="g.memsetOperand(x.engine)", rules=[NoPsumOnGpsimd, TargetType]>,
  Field<"value", Unsigned64, "number0", "bit pattern of the destination's type", choice="g.bits(bitWidth(x.destination.type))">
]> {
  let summary = "Fills with a bit pattern";
  let semantics = [{Every element of destination = value.}];
  let example = "memset sbuf.f16[0+128, 0](512:1), value=0x3c00";
  let checks = [
    Check<"memset_value", "bitWidth(x.destination.type) == 64 || (x.value >> bitWidth(x.destination.type)) == 0",
      "expects a value of {0} bits, got {1}", ["bitWidth(x.destination.type)", "x.value"]>
  ];
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 1, target)";
  let latency = "target.accessStart";
}

def Reciprocal : Instruction<"reciprocal", 0x0016, ["vector"], OneWord, [
  Writes<"destination", "onChip0", "result", choice="g.engineOperand(x.engine)", rules=[NoWideInteger, TargetType]>,
  Reads<"source", "onChip1", "tensor", choice="g.castInput(x.engine, x.destination)", rules=[NoWideInteger, TargetType]>
]> {
  let rounds = 1;
  let summary = "Divides one by each element";
  let semantics = [{destination = 1 / source, correctly rounded to fp32, then converted to the destination's type. 1 / +0 is +infinity, 1 / -0 is -infinity.}];
  let example = "reciprocal sbuf.f32[0+128, 0](64:1), sbuf.f32[0+128, 0x100](64:1)";
  let checks = [DestinationAndSource];
  // Reference, section 2.6: eight cycles an element.
  let interval = "elementwiseInterval(x.engine, x.destination.elementsPerPartition(), 8, target)";
  let latency = "target.accessStart";
}
