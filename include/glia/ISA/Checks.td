//===- Checks.td - Rules that several instructions share ------------------===//
//
// Each label has a test test/ISA/Checks/bad-<label>.s; a test asserts that
// none is without one. Functions are those of Predicates.h.
//
//===----------------------------------------------------------------------===//

// -- On one operand ----------------------------------------------------------

def InSbuf : OperandCheck<"in_sbuf", "o.space == Space::sbuf", "{name}: expects an operand in sbuf, got {0}", ["isa::name(o.space)"]>;
def InPsum : OperandCheck<"in_psum", "o.space == Space::psum", "{name}: expects an operand in psum, got {0}", ["isa::name(o.space)"]>;
def InOneBank : OperandCheck<"psum_bank", "!target.matmulInOneBank || isInOneBank(o, target)",
  "{name}: expects bytes of one PSUM bank of {0} bytes, got {1} to {2}", ["target.psumBankBytes", "lowestByte(o)", "highestByte(o)"]>;
def NoWideInteger : OperandCheck<"wide_integer", "bitWidth(o.type) < 64 || x.engine == Engine::gpsimd",
  "{name}: expects {0} on gpsimd only", ["glia::name(o.type)"]>;
def MatmulType : OperandCheck<"matmul_type", "isMatmulType(o.type, target)",
  "{name}: expects a float type that the Tensor engine reads on {0}, got {1}", ["target.name", "glia::name(o.type)"]>;
def NoPsumOnGpsimd : OperandCheck<"gpsimd_psum", "x.engine != Engine::gpsimd || o.space != Space::psum",
  "{name}: expects an operand in sbuf, since gpsimd has no psum">;
def TargetType : OperandCheck<"target_type", "(o.type != ElementType::f8e4m3fn && o.type != ElementType::f8e8m0) || target.hasFp8e4m3fn",
  "{name}: expects an element type of {0}, got {1}", ["target.name", "glia::name(o.type)"]>;
def ScalarPartitions : OperandCheck<"scalar_partitions", "!o.isPointer || isAllowedStart(o.startPartition, x.source.partitions)",
  "{name}: expects {0} values to start at partition {1}, got {2}",
  ["unsigned(x.source.partitions)", "allowedStarts(x.source.partitions)", "unsigned(o.startPartition)"]>;

// What an operand of Vector and Scalar must hold.
defvar engineRules = [NoWideInteger, TargetType];

// -- Elementwise -------------------------------------------------------------

class SameShape<string a, string b> : Check<"elementwise_shape", "isSameShape(x." # a # ", x." # b # ")",
  a # " and " # b # ": expects equal partitions and elements per partition, got {0} x {1} and {2} x {3}",
  ["unsigned(x." # a # ".partitions)", "x." # a # ".elementsPerPartition()", "unsigned(x." # b # ".partitions)",
   "x." # b # ".elementsPerPartition()"]>;
def DestinationAndSource : SameShape<"destination", "source">;
def DestinationAndLeft : SameShape<"destination", "left">;
def DestinationAndRight : SameShape<"destination", "right">;
def DestinationAndPredicate : SameShape<"destination", "predicate">;

class SameType<string label, string a, string b> : Check<label, "x." # a # ".type == x." # b # ".type",
  a # " and " # b # ": expects one element type, got {0} and {1}", ["glia::name(x." # a # ".type)", "glia::name(x." # b # ".type)"]>;

class FitsType<string value> : Check<"memset_value", "bitWidth(x.destination.type) == 64 || (x." # value # " >> bitWidth(x.destination.type)) == 0",
  value # ": expects {0} bits, got {1}", ["bitWidth(x.destination.type)", "x." # value]>;
class OnePsumInput<string a, string b> : Check<"one_psum_input", "x." # a # ".space != Space::psum || x." # b # ".space != Space::psum",
  a # " and " # b # ": expects at most one input in psum, got two">;

// -- Operators ---------------------------------------------------------------

class AluEngine<string op, string tensor> : Check<"alu_engine", "hasAluOp(x.engine, x." # op # ", x." # tensor # ".type)",
  op # ": expects an operator that {0} has for {1}, got `{2}`",
  ["isa::name(x.engine)", "glia::name(x." # tensor # ".type)", "isa::name(x." # op # ")"]>;
class ArithmeticOperator<string op> : Check<"arithmetic_operator", "!isBitwise(x." # op # ")",
  op # ": expects an operator that is not bitwise, got `{0}`", ["isa::name(x." # op # ")"]>;
class ComparisonOperator<string op> : Check<"comparison_operator", "isComparison(x." # op # ") && x." # op # " != AluOp::not_equal",
  op # ": expects equal, less, less_equal, greater or greater_equal, got `{0}`", ["isa::name(x." # op # ")"]>;
class AccumulatorOperator<string op> : Check<"accumulator_operator", "isAccumulating(x." # op # ")",
  op # ": expects an operator that the accumulators take, got `{0}`", ["isa::name(x." # op # ")"]>;
class FloatScalar<string scalar> : Check<"float_scalar", "x." # scalar # ".type == ElementType::f32",
  scalar # ": expects f32, got {0}", ["glia::name(x." # scalar # ".type)"]>;
class ColumnsAre<string label, string operand, string columns> : Check<label, "x." # operand # ".elementsPerPartition() == (" # columns # ")",
  operand # ": expects {0} elements per partition, got {1}", ["uint64_t(" # columns # ")", "x." # operand # ".elementsPerPartition()"]>;
class SamePartitions<string a, string b> : Check<"same_partitions", "x." # a # ".partitions == x." # b # ".partitions",
  a # " and " # b # ": expects equal partitions, got {0} and {1}", ["unsigned(x." # a # ".partitions)", "unsigned(x." # b # ".partitions)"]>;

// -- DMA ---------------------------------------------------------------------

def DmaSignals : Check<"dma_signal", "isSignalInRange(x.signalBase, x.signalMask)",
  "expects signalled semaphores up to 255, got base {0} and mask {1}", ["unsigned(x.signalBase)", "unsigned(x.signalMask)"]>;
def DmaElements : Check<"dma_elements", "elements(x.destination) == elements(x.source)",
  "expects equal element counts on both sides, got {0} and {1}", ["elements(x.destination)", "elements(x.source)"]>;
def DmaCore : OperandCheck<"dma_core", "o == selfCore || o < target.coresPerChip", "{name}: expects a core below {0}, got {1}", ["target.coresPerChip", "o"]>;

// -- Microscaling (MX) -------------------------------------------------------

class MxElements<string operand> : Check<"mx_elements",
  "isMxType(x." # operand # ".type) && x." # operand # ".partitions % 32 == 0 && x." # operand # ".elementsPerPartition() % 4 == 0",
  operand # ": expects f8e4m3fn or f8e5m2 in a multiple of 32 partitions and of 4 elements, got {0} in {1} x {2}",
  ["glia::name(x." # operand # ".type)", "unsigned(x." # operand # ".partitions)", "x." # operand # ".elementsPerPartition()"]>;
class MxScale<string scale, string operand> : Check<"mx_scale", "isMxScaleOf(x." # scale # ", x." # operand # ")",
  scale # ": expects u8 or f8e8m0 in as many partitions as the elements (or 4 for 32) and a quarter of their columns, got {0} in {1} x {2}",
  ["glia::name(x." # scale # ".type)", "unsigned(x." # scale # ".partitions)", "x." # scale # ".elementsPerPartition()"]>;
