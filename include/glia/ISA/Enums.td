//===- Enums.td - Engines, spaces and operators ---------------------------===//
//
// The numbers are part of the object format: append only.
//
//===----------------------------------------------------------------------===//

def EngineTable : Enumeration<"Engine", 3> { let doc = "The five in-order instruction streams of a core."; }
def : EnumCase<EngineTable, "tensor", 0, "matrix products and transposes: reads SBUF, writes PSUM">;
def : EnumCase<EngineTable, "vector", 1, "elementwise operations and reductions over two tensors">;
def : EnumCase<EngineTable, "scalar", 2, "functions f(x*scale+bias)">;
def : EnumCase<EngineTable, "gpsimd", 3, "exact 32- and 64-bit integers; has no PSUM">;
def : EnumCase<EngineTable, "sync", 4, "control and DMA only">;

def SpaceTable : Enumeration<"Space", 4> { let doc = "Memory spaces."; }
def : EnumCase<SpaceTable, "sbuf", 0, "128 partitions on chip">;
def : EnumCase<SpaceTable, "psum", 1, "128 partitions of 8 banks, written by Tensor">;
def : EnumCase<SpaceTable, "hbm", 2, "linear bytes, reached by DMA only">;

def ReduceOpTable : Enumeration<"ReduceOp", 4> {
  let doc = "Operators of a reduction over the free axes: 16 interleaved partials, then the tree 8-4-2-1.";
}
class ReduceOperator<string name, int value, string text> : EnumCase<ReduceOpTable, name, value, text> {
  bit bitwise = 0;     // on bit patterns of integers, never through fp32
  bit accumulating = 0; // the accumulators take it
}
def : ReduceOperator<"add", 0, "sum"> { let accumulating = 1; }
def : ReduceOperator<"max", 1, "maximum; NaN propagates, +0 > -0"> { let accumulating = 1; }
def : ReduceOperator<"min", 2, "minimum; NaN propagates, -0 < +0"> { let accumulating = 1; }
def : ReduceOperator<"multiply", 3, "product"> { let accumulating = 1; }
def : ReduceOperator<"subtract", 4, "the first element minus the tree sum of the others (of none: itself)">;
def : ReduceOperator<"abs_max", 5, "maximum of the magnitudes"> { let accumulating = 1; }
def : ReduceOperator<"abs_min", 6, "minimum of the magnitudes"> { let accumulating = 1; }
def : ReduceOperator<"logical_and", 7, "1.0 if no element is zero, else 0.0">;
def : ReduceOperator<"logical_or", 8, "1.0 if an element is not zero, else 0.0">;
def : ReduceOperator<"logical_xor", 9, "1.0 if an odd number of elements is not zero, else 0.0">;
def : ReduceOperator<"bitwise_and", 10, "bits of all"> { let bitwise = 1; }
def : ReduceOperator<"bitwise_or", 11, "bits of any"> { let bitwise = 1; }
def : ReduceOperator<"bitwise_xor", 12, "bits of an odd number"> { let bitwise = 1; }

def AccumulatorCommandTable : Enumeration<"AccumulatorCommand", 2> {
  let doc = "What an instruction does with the 128 fp32 accumulators of its engine (Vector and Scalar have a set each), in the lanes of its destination. They are undefined until a command or accumulator_write sets them.";
}
def : EnumCase<AccumulatorCommandTable, "idle", 0, "leaves them alone">;
def : EnumCase<AccumulatorCommandTable, "reset", 1, "identity of the operator: +0 for add and abs_max, 1 for multiply, -infinity for max, +infinity for min and abs_min">;
def : EnumCase<AccumulatorCommandTable, "reduce", 2, "accumulator = accumulator op the row's tree result">;
def : EnumCase<AccumulatorCommandTable, "reset_reduce", 3, "reset, then reduce">;

def PartitionReduceOpTable : Enumeration<"PartitionReduceOp", 3> { let doc = "Operators of a reduction across partitions, ascending."; }
def : EnumCase<PartitionReduceOpTable, "add", 0, "sum, partition by partition">;
def : EnumCase<PartitionReduceOpTable, "average", 1, "the sum divided by the number of partitions; integers truncate">;
def : EnumCase<PartitionReduceOpTable, "max", 2, "maximum; NaN propagates, +0 > -0">;
def : EnumCase<PartitionReduceOpTable, "min", 3, "minimum; NaN propagates, -0 < +0">;
def : EnumCase<PartitionReduceOpTable, "bitwise_and", 4, "bits of all">;
def : EnumCase<PartitionReduceOpTable, "bitwise_or", 5, "bits of any">;

def BranchConditionTable : Enumeration<"BranchCondition", 3> { let doc = "When a branch is taken: left against right, as signed 32-bit integers."; }
def : EnumCase<BranchConditionTable, "always", 0, "without a comparison">;
def : EnumCase<BranchConditionTable, "equal", 1, "left == right">;
def : EnumCase<BranchConditionTable, "not_equal", 2, "left != right">;
def : EnumCase<BranchConditionTable, "less", 3, "left < right">;
def : EnumCase<BranchConditionTable, "less_equal", 4, "left <= right">;
def : EnumCase<BranchConditionTable, "greater", 5, "left > right">;
def : EnumCase<BranchConditionTable, "greater_equal", 6, "left >= right">;

def NibbleTable : Enumeration<"Nibble", 2> { let doc = "Element types of four bits, two a byte, the low nibble first."; }
def : EnumCase<NibbleTable, "i4", 0, "signed, -8 to 7">;
def : EnumCase<NibbleTable, "u4", 1, "unsigned, 0 to 15">;
def : EnumCase<NibbleTable, "f4e2m1", 2, "float of 2 exponent bits and 1 mantissa bit">;

def MatmulTypeTable : Enumeration<"MatmulType", 3> { let doc = "Element types of a stationary matrix. The numbers are those of element types in operands."; }
def : EnumCase<MatmulTypeTable, "f32", 0, "with f32 and tf32 only">;
def : EnumCase<MatmulTypeTable, "tf32", 1, "with f32 and tf32 only">;
def : EnumCase<MatmulTypeTable, "bf16", 2, "with every type of at most 16 bits">;
def : EnumCase<MatmulTypeTable, "f16", 3, "with every type of at most 16 bits">;
def : EnumCase<MatmulTypeTable, "f8e4m3", 4, "with every type of at most 16 bits but f8e4m3fn">;
def : EnumCase<MatmulTypeTable, "f8e4m3fn", 5, "with every type of at most 16 bits but f8e4m3">;
def : EnumCase<MatmulTypeTable, "f8e5m2", 6, "with every type of at most 16 bits">;

def RoundingTable : Enumeration<"Rounding", 1> { let doc = "How a store rounds."; }
def : EnumCase<RoundingTable, "nearest", 0, "to nearest even">;
def : EnumCase<RoundingTable, "stochastic", 1, "by Philox bits of the logical element (docs/Machine.md, 4.9)">;

def AluOpTable : Enumeration<"AluOp", 6> {
  let doc = "Operators of tensor_tensor and tensor_scalar. fp32 inside, exact and wrapping on GpSimd's int32 and int64; compares give 1.0 or 0.0.";
}
class AluOperator<string name, int value, string text> : EnumCase<AluOpTable, name, value, text> {
  bit unary = 0;    // the right operand is ignored
  bit bitwise = 0;  // on bit patterns of integers, never through fp32
  bit comparison = 0;
  bit onlyGpsimd = 0;
  bit onlyFloat = 0; // not on GpSimd's exact integers
  bit extension = 0;
}
def : AluOperator<"bypass", 0, "left; as the second operator of tensor_scalar: none"> { let unary = 1; }
def : AluOperator<"add", 1, "left + right">;
def : AluOperator<"subtract", 2, "left - right">;
def : AluOperator<"multiply", 3, "left * right">;
def : AluOperator<"divide", 4, "left / right, correctly rounded; integers truncate, x / 0 = -1, the smallest value / -1 is itself"> { let extension = 1; }
def : AluOperator<"max", 5, "maximum; NaN propagates, +0 > -0">;
def : AluOperator<"min", 6, "minimum; NaN propagates, -0 < +0">;
def : AluOperator<"abs", 7, "magnitude of left"> { let unary = 1; }
def : AluOperator<"equal", 8, "left == right; false with NaN"> { let comparison = 1; }
def : AluOperator<"not_equal", 9, "left != right; true with NaN"> { let comparison = 1; }
def : AluOperator<"less", 10, "left < right; false with NaN"> { let comparison = 1; }
def : AluOperator<"less_equal", 11, "left <= right; false with NaN"> { let comparison = 1; }
def : AluOperator<"greater", 12, "left > right; false with NaN"> { let comparison = 1; }
def : AluOperator<"greater_equal", 13, "left >= right; false with NaN"> { let comparison = 1; }
def : AluOperator<"logical_and", 14, "both are not zero">;
def : AluOperator<"logical_or", 15, "one is not zero">;
def : AluOperator<"logical_xor", 16, "exactly one is not zero">;
def : AluOperator<"logical_not", 17, "left is zero"> { let unary = 1; }
def : AluOperator<"bitwise_and", 18, "bits of both"> { let bitwise = 1; }
def : AluOperator<"bitwise_or", 19, "bits of either"> { let bitwise = 1; }
def : AluOperator<"bitwise_xor", 20, "bits of exactly one"> { let bitwise = 1; }
def : AluOperator<"bitwise_not", 21, "inverted bits of left"> { let unary = 1; let bitwise = 1; }
def : AluOperator<"shift_left", 22, "left << right; 0 from the width on"> { let bitwise = 1; }
def : AluOperator<"shift_right", 23, "logical left >> right; 0 from the width on"> { let bitwise = 1; }
def : AluOperator<"shift_right_arithmetic", 24, "arithmetic left >> right; copies of the sign from the width on"> { let bitwise = 1; }
def : AluOperator<"abs_max", 25, "maximum of the magnitudes; NaN propagates">;
def : AluOperator<"abs_min", 26, "minimum of the magnitudes; NaN propagates">;
def : AluOperator<"square", 27, "left * left"> { let unary = 1; }
def : AluOperator<"relu", 28, "left > 0 ? left : +0; NaN propagates"> { let unary = 1; }
def : AluOperator<"reciprocal", 29, "1 / left, correctly rounded"> { let unary = 1; let onlyFloat = 1; }
def : AluOperator<"rsqrt", 30, "1 / sqrt left, at most 1 ulp off; NaN below zero"> { let unary = 1; let onlyFloat = 1; let onlyGpsimd = 1; }
def : AluOperator<"power", 31, "left to the power of right, at most 1 ulp off, with IEEE 754's special values; integers wrap, a negative exponent gives 1 / left^-right as divide does"> {
  let onlyGpsimd = 1;
}
def : AluOperator<"floor", 32, "largest integer not above left"> { let unary = 1; let onlyFloat = 1; let extension = 1; }
def : AluOperator<"ceil", 33, "smallest integer not below left"> { let unary = 1; let onlyFloat = 1; let extension = 1; }
def : AluOperator<"round_even", 34, "nearest integer, ties to even"> { let unary = 1; let onlyFloat = 1; let extension = 1; }
