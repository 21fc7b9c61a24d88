//===- Elementwise.td - One row per elementwise op ------------------------===//
//
// A row is all that an elementwise op needs here: verifier, type inference,
// loops, evaluation, fusion and kernels follow from the form that it names.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_ELEMENTWISE
#define GLIA_DIALECTS_GRAPH_ELEMENTWISE

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Classes of rows
//===----------------------------------------------------------------------===//

class Graph_ElementwiseOp<string mnemonic, string meaning, string form, list<Trait> traits = []>
    : Graph_Op<mnemonic, [Pure, DeclareOpInterfaceMethods<Graph_ElementwiseOpInterface>,
                          DeclareOpInterfaceMethods<Graph_IndexingOpInterface>,
                          DeclareOpInterfaceMethods<Graph_PrecisionOpInterface>] # traits> {
  let summary = "elementwise: " # meaning;
  string formText = form;
  code shared = [{
    ElementwiseForm $cppClass::getElementwiseForm() { return }] # form # [{; }
    SmallVector<LoopKind> $cppClass::getLoops() { return elementwiseLoops(getOperation()); }
    SmallVector<int64_t> $cppClass::getLoopExtents() { return elementwiseExtents(getOperation()); }
    AffineMap $cppClass::getOperandMap(unsigned operand) { return elementwiseOperandMap(getOperation(), operand); }
    AffineMap $cppClass::getResultMap(unsigned) { return elementwiseResultMap(getOperation()); }
  }];
  // Where the type of an element of the result comes from: "" the (last) operand's, else a builder's expression.
  string elementType = "";
  code infer = [{
    LogicalResult $cppClass::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
      return inferElementwise(context, location, getOperationName(), adaptor.getOperands(), }]
      # !if(!empty(elementType), "Type()", elementType) # [{, types);
    }
  }];
  let extraClassDefinition = shared # infer;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

class Graph_UnaryOp<string mnemonic, string meaning, string form, Type operand = Graph_FloatTensor, Type resultType = operand>
    : Graph_ElementwiseOp<mnemonic, meaning, form, [InferTypeOpAdaptor]> {
  let description = [{
    }] # meaning # [{, for each element x.

    Example:
    ```mlir
    %y = graph.}] # mnemonic # [{ %x : (tensor<2x3xf32>) -> tensor<2x3x}] # !if(!eq(resultType, Graph_BoolTensor), "i1", "f32") # [{>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins operand:$input);
  let results = (outs resultType:$result);
}

class Graph_BinaryOp<string mnemonic, string meaning, string op, Type operand = Graph_NumberTensor, Type resultType = operand,
                     list<Trait> traits = []>
    : Graph_ElementwiseOp<mnemonic, meaning, "ElementwiseForm::binary(isa::AluOp::" # op # ")", [InferTypeOpAdaptor] # traits> {
  let description = [{
    }] # meaning # [{, for each pair of elements, with numpy broadcasting. Each result
    rounds once; integers wrap.

    elementwise_c1: the operands broadcast.
    elementwise_c2: the operands have one element type.

    Example:
    ```mlir
    %z = graph.}] # mnemonic # [{ %x, %y : (tensor<2x3x}] # !if(!eq(operand, Graph_BoolTensor), "i1", "f32") # [{>, tensor<3x}]
      # !if(!eq(operand, Graph_BoolTensor), "i1", "f32") # [{>) -> tensor<2x3x}] # !if(!eq(resultType, Graph_BoolTensor), "i1", "f32") # [{>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins operand:$lhs, operand:$rhs);
  let results = (outs resultType:$result);
}

class Graph_ActivationOp<string mnemonic, string meaning>
    : Graph_UnaryOp<mnemonic, meaning, "ElementwiseForm::activation(isa::ActivationFunction::" # mnemonic # ")">;
class Graph_CompareOp<string mnemonic, string meaning, string op, Type operand = Graph_NumberTensor>
    : Graph_BinaryOp<mnemonic, meaning, op, operand, Graph_BoolTensor> {
  let elementType = "IntegerType::get(context, 1)";
}
class Graph_LogicalOp<string mnemonic, string meaning>
    : Graph_BinaryOp<mnemonic, meaning, mnemonic, Graph_BoolTensor, Graph_BoolTensor, [Commutative]>;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def Graph_AddOp : Graph_BinaryOp<"add", "x + y", "add", Graph_NumberTensor, Graph_NumberTensor, [Commutative]>;
def Graph_SubOp : Graph_BinaryOp<"sub", "x - y", "subtract">;
def Graph_MulOp : Graph_BinaryOp<"mul", "x * y", "multiply", Graph_NumberTensor, Graph_NumberTensor, [Commutative]>;
def Graph_DivOp : Graph_BinaryOp<"div", "x / y, correctly rounded; integers towards zero", "divide">;
def Graph_PowerOp : Graph_BinaryOp<"power", "x to the power of y, at most 1 ulp off; integers wrap", "power">;
def Graph_MaxOp : Graph_BinaryOp<"max", "the larger of x and y; a NaN wins, +0 > -0", "max", Graph_NumberTensor, Graph_NumberTensor, [Commutative]>;
def Graph_MinOp : Graph_BinaryOp<"min", "the smaller of x and y; a NaN wins, -0 < +0", "min", Graph_NumberTensor, Graph_NumberTensor, [Commutative]>;

//===----------------------------------------------------------------------===//
// Comparison and logic
//===----------------------------------------------------------------------===//

def Graph_EqualOp : Graph_CompareOp<"equal", "x = y", "equal", Graph_AnyTensor>;
def Graph_NotEqualOp : Graph_CompareOp<"not_equal", "x != y; true with NaN", "not_equal", Graph_AnyTensor>;
def Graph_LessOp : Graph_CompareOp<"less", "x < y", "less">;
def Graph_LessEqualOp : Graph_CompareOp<"less_equal", "x <= y", "less_equal">;
def Graph_GreaterOp : Graph_CompareOp<"greater", "x > y", "greater">;
def Graph_GreaterEqualOp : Graph_CompareOp<"greater_equal", "x >= y", "greater_equal">;
def Graph_LogicalAndOp : Graph_LogicalOp<"logical_and", "x and y">;
def Graph_LogicalOrOp : Graph_LogicalOp<"logical_or", "x or y">;
def Graph_LogicalXorOp : Graph_LogicalOp<"logical_xor", "x differs from y">;
def Graph_LogicalNotOp : Graph_UnaryOp<"logical_not", "not x",
    "ElementwiseForm::scalar(isa::AluOp::logical_not, 0)", Graph_BoolTensor>;
def Graph_IsNanOp : Graph_UnaryOp<"is_nan", "whether x is not a number",
    "ElementwiseForm::self(isa::AluOp::not_equal)", Graph_FloatTensor, Graph_BoolTensor> {
  let elementType = "IntegerType::get(context, 1)";
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

def Graph_ReluOp : Graph_ActivationOp<"relu", "the larger of x and 0">;
def Graph_ExpOp : Graph_ActivationOp<"exp", "e to the x">;
def Graph_TanhOp : Graph_ActivationOp<"tanh", "the hyperbolic tangent of x">;
def Graph_SigmoidOp : Graph_ActivationOp<"sigmoid", "1 / (1 + e^-x)">;
def Graph_SqrtOp : Graph_ActivationOp<"sqrt", "the square root of x, correctly rounded">;
def Graph_GeluOp : Graph_ActivationOp<"gelu", "x (1 + erf(x / sqrt 2)) / 2, rounded once">;
def Graph_GeluTanhOp : Graph_ActivationOp<"gelu_tanh", "x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2, rounded once">;
def Graph_MishOp : Graph_ActivationOp<"mish", "x tanh(log(1 + e^x)), rounded once">;
def Graph_LogOp : Graph_ActivationOp<"log", "the natural logarithm of x">;
def Graph_ErfOp : Graph_ActivationOp<"erf", "the error function of x">;
def Graph_SinOp : Graph_ActivationOp<"sin", "the sine of x">;
def Graph_ArctanOp : Graph_ActivationOp<"arctan", "the angle whose tangent is x">;
def Graph_SoftplusOp : Graph_ActivationOp<"softplus", "log(1 + e^x)">;
def Graph_SignOp : Graph_ActivationOp<"sign", "-1, 0 or 1 as x is negative, zero or positive">;
def Graph_ReciprocalOp : Graph_UnaryOp<"reciprocal", "1 / x, correctly rounded",
    "ElementwiseForm::scalarFirst(isa::AluOp::divide, 1)">;
def Graph_NegOp : Graph_UnaryOp<"neg", "-x", "ElementwiseForm::scalar(isa::AluOp::multiply, -1)", Graph_NumberTensor>;
def Graph_AbsOp : Graph_UnaryOp<"abs", "x without its sign", "ElementwiseForm::scalar(isa::AluOp::abs, 0)", Graph_NumberTensor>;

//===----------------------------------------------------------------------===//
// Choice and conversion
//===----------------------------------------------------------------------===//

def Graph_SelectOp : Graph_ElementwiseOp<"select", "x where the condition holds, else y", "ElementwiseForm::select()", [InferTypeOpAdaptor]> {
  let description = [{
    Takes each element of `on_true` where `condition` holds and of `on_false`
    elsewhere; all three broadcast. The chosen element keeps its bits.

    elementwise_c1: the operands broadcast.
    elementwise_c2: `on_true` and `on_false` have one element type.

    Example:
    ```mlir
    %z = graph.select %c, %x, %y : (tensor<2x1xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_BoolTensor:$condition, Graph_AnyTensor:$on_true, Graph_AnyTensor:$on_false);
  let results = (outs Graph_AnyTensor:$result);
}

def Graph_CastOp : Graph_ElementwiseOp<"cast", "x in another element type", "ElementwiseForm::cast()"> {
  let description = [{
    Converts each element: to a float by rounding to nearest even, from a float
    to an integer to nearest even, saturating, NaN to 0; between integers by
    wrapping; to i1 by comparing with zero. Phase `cast` places the casts that
    round; no later pass adds or removes one.

    cast_c1: operand and result have the same shape.

    Example:
    ```mlir
    %y = graph.cast %x : (tensor<2x3xi64>) -> tensor<2x3xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input);
  let results = (outs Graph_AnyTensor:$result);
  let extraClassDefinition = shared;
  let hasVerifier = 1;
}

#endif
