//===- ElementwiseInstructions.cpp - Instruction choice of elementwise ops ===//
//
// From ElementwiseForm to instructions. What merges keeps every rounding:
//   * two scalar steps in f32 are one tensor_scalar (each step rounds);
//   * x + b or x * s before an activation goes into its bias or scale, the
//     other one then being exact (scale 1, or bias -0, which leaves even the
//     sign of a zero alone). Never both.
//   * a cast that rounds what an instruction makes is the type in which that
//     one stores; a cast to f32 is nothing to one that reads any float type.
// 32 and 64-bit integers are computed on GpSimd, all else on Vector.
//
//===----------------------------------------------------------------------===//
#include "ElementwiseEmitter.h"

using namespace glia;
using namespace mlir;
using glia::isa::AluOp;
using glia::isa::Engine;
using Form = graph::ElementwiseForm;

static Type elementTypeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}
static Form formOf(Operation *op) {
  return cast<graph::ElementwiseOpInterface>(op).getElementwiseForm();
}

/// Integers that Vector, which computes in fp32, cannot hold.
static bool isWideInteger(Type type) {
  return type.isInteger(32) || type.isInteger(64);
}

static Engine engineFor(ArrayRef<Type> types) {
  return llvm::any_of(types, isWideInteger) ? Engine::gpsimd : Engine::vector;
}

/// Vector has no power.
static bool isFloatPower(Operation *op) {
  return llvm::isa<graph::PowerOp>(op) &&
         llvm::isa<FloatType>(elementTypeOf(op->getResult(0)));
}

static Engine engineFor(Operation *op) {
  if (isFloatPower(op))
    return Engine::gpsimd;
  SmallVector<Type> types{elementTypeOf(op->getResult(0))};
  for (Value operand : op->getOperands())
    types.push_back(elementTypeOf(operand));
  return engineFor(types);
}

//===----------------------------------------------------------------------===//
// Small steps
//===----------------------------------------------------------------------===//

TileView ElementwiseEmitter::materialize(const ScalarConstant &scalar) {
  return arithmetic().memset(scalar.bits, scalar.type,
                             Variation(tile.loops() - 1, false));
}

TileView ElementwiseEmitter::toSbuf(Value value, const TileView &source) {
  if (!source.inPsum())
    return source;
  return views[value] = arithmetic().copy(source, elementTypeOf(value),
                                          variation(value), Engine::scalar);
}

//===----------------------------------------------------------------------===//
// Scalar steps
//===----------------------------------------------------------------------===//

/// Whether an instruction on `type` can hold the constant as an immediate.
static bool isImmediate(const ScalarConstant &scalar) {
  return !isWideInteger(scalar.type) || llvm::isInt<32>(scalar.toInteger());
}

static ScalarConstant formConstant(Type type, double value) {
  if (auto floating = dyn_cast<FloatType>(type)) {
    llvm::APFloat number(value);
    bool lossy;
    number.convert(floating.getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &lossy);
    return {type, number.bitcastToAPInt().getZExtValue()};
  }
  return {type, static_cast<uint64_t>(static_cast<int64_t>(value))};
}

std::optional<ElementwiseEmitter::ScalarStep>
ElementwiseEmitter::scalarStep(Operation *op) const {
  Form form = formOf(op);
  Value left = op->getOperand(0);
  switch (form.kind) {
  case Form::Kind::scalar:
  case Form::Kind::scalarFirst:
    return ScalarStep{left,
                      form.op,
                      form.kind == Form::Kind::scalarFirst,
                      formConstant(elementTypeOf(left), form.scalarValue),
                      {}};
  case Form::Kind::binary:
    if (isFloatPower(op)) // an immediate of GpSimd is an integer
      return std::nullopt;
    break;
  default:
    return std::nullopt;
  }
  Value right = op->getOperand(1);
  if (auto scalar = scalarConstant(right); scalar && isImmediate(*scalar))
    return ScalarStep{left, form.op, false, scalar, {}};
  if (auto scalar = scalarConstant(left); scalar && isImmediate(*scalar))
    return ScalarStep{right, form.op, true, scalar, {}};
  if (left != right && isPerPartition(right))
    return ScalarStep{left, form.op, false, std::nullopt, right};
  if (left != right && isPerPartition(left))
    return ScalarStep{right, form.op, true, std::nullopt, left};
  return std::nullopt;
}

bool ElementwiseEmitter::absorbs(Operation *consumer, Value value,
                                 const ScalarStep &step) const {
  if (!llvm::is_contained(ops, consumer))
    return false;
  if (formOf(consumer).kind == Form::Kind::activation) {
    bool subtractsImmediate =
        step.op == AluOp::subtract && !step.reverse && step.immediate;
    return step.op == AluOp::add || step.op == AluOp::multiply ||
           subtractsImmediate;
  }
  std::optional<ScalarStep> own = scalarStep(consumer);
  return own && own->source == value && own->pointer != value;
}

bool ElementwiseEmitter::isAbsorbed(Operation *op) const {
  Value result = op->getResult(0);
  std::optional<ScalarStep> step = scalarStep(op);
  if (!step || !result.hasOneUse() || isYielded(result) ||
      !elementTypeOf(result).isF32() || !elementTypeOf(step->source).isF32())
    return false;
  if (Operation *source = step->source.getDefiningOp();
      source && absorbed.contains(source))
    return false; // an instruction has two steps
  return absorbs(*result.user_begin(), result, *step);
}

std::optional<ElementwiseEmitter::ScalarStep>
ElementwiseEmitter::absorbedStep(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !absorbed.contains(op))
    return std::nullopt;
  return scalarStep(op);
}

ScalarOperand ElementwiseEmitter::scalarOperand(const ScalarStep &step,
                                                Engine engine) {
  if (step.pointer)
    return ScalarOperand::perPartition(view(step.pointer));
  if (engine == Engine::gpsimd)
    return ScalarOperand::integer(
        static_cast<int32_t>(step.immediate->toInteger()));
  return ScalarOperand::immediate(step.immediate->toFloat());
}

void ElementwiseEmitter::emitScalarSteps(Operation *op,
                                         const ScalarStep &last) {
  Engine engine = engineFor(op);
  Value source = last.source, result = op->getResult(0);
  SmallVector<ScalarStepOperand, 2> steps;
  if (std::optional<ScalarStep> first = absorbedStep(last.source)) {
    steps.push_back({first->op, scalarOperand(*first, engine), first->reverse});
    source = first->source;
  }
  steps.push_back({last.op, scalarOperand(last, engine), last.reverse});
  TileView from = view(source);
  if (engine == Engine::gpsimd)
    from = toSbuf(source, from);
  views[result] = arithmetic().tensorScalar(from, steps, storedType(result),
                                            variation(result), engine);
}

//===----------------------------------------------------------------------===//
// Casts between floats
//===----------------------------------------------------------------------===//

/// Whether one instruction of Vector or Scalar, which compute in fp32, makes
/// the result.
static bool isOneFloatInstruction(Operation *op) {
  switch (formOf(op).kind) {
  case Form::Kind::activation:
  case Form::Kind::scalar:
  case Form::Kind::scalarFirst:
  case Form::Kind::binary:
  case Form::Kind::self:
    return engineFor(op) == Engine::vector;
  case Form::Kind::select:
  case Form::Kind::cast:
    return false;
  }
  return false;
}

/// Whether all that reads `value`, of f32, is a cast that rounds it: storing it
/// in the cast's type is the same rounding.
bool ElementwiseEmitter::storesNarrow(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !llvm::is_contained(ops, op) || !isOneFloatInstruction(op) ||
      !elementTypeOf(value).isF32() || !value.hasOneUse())
    return false;
  auto cast = dyn_cast<graph::CastOp>(*value.user_begin());
  return cast && llvm::isa<FloatType>(elementTypeOf(cast.getResult()));
}

Type ElementwiseEmitter::storedType(Value value) const {
  return elementTypeOf(storesNarrow(value)
                           ? (*value.user_begin())->getResult(0)
                           : value);
}

/// Whether all that reads the result of a cast to f32 may read its operand.
bool ElementwiseEmitter::isReadNarrow(graph::CastOp op) const {
  return elementTypeOf(op.getResult()).isF32() &&
         llvm::isa<FloatType>(elementTypeOf(op.getInput())) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return llvm::is_contained(ops, user) && isOneFloatInstruction(user);
         });
}

//===----------------------------------------------------------------------===//
// The other forms
//===----------------------------------------------------------------------===//

void ElementwiseEmitter::emitActivation(Operation *op,
                                        isa::ActivationFunction function) {
  Value result = op->getResult(0), input = op->getOperand(0);
  ScalarOperand scale = ScalarOperand::immediate(1),
                bias = ScalarOperand::immediate(-0.0f);
  if (std::optional<ScalarStep> step = absorbedStep(input)) {
    input = step->source;
    if (step->op == AluOp::multiply)
      scale = scalarOperand(*step, Engine::scalar);
    else if (step->op == AluOp::add)
      bias = scalarOperand(*step, Engine::scalar);
    else
      bias = ScalarOperand::immediate(-step->immediate->toFloat());
  }
  views[result] =
      arithmetic().activate(function, view(input), scale, bias,
                            storedType(result), variation(result));
}

void ElementwiseEmitter::emitTensorTensor(Operation *op, AluOp operation,
                                          Value left, Value right) {
  Value result = op->getResult(0);
  Engine engine = engineFor(op);
  TileView a = view(left), b = view(right);
  if (engine == Engine::gpsimd || (a.inPsum() && b.inPsum())) {
    a = toSbuf(left, a);
    b = left == right ? a : b;
  }
  if (engine == Engine::gpsimd)
    b = toSbuf(right, b);
  views[result] = arithmetic().tensorTensor(
      a, operation, b, storedType(result), variation(result), engine);
}

void ElementwiseEmitter::emitSelect(graph::SelectOp op) {
  Value result = op.getResult(), other = op.getOnFalse();
  Type type = elementTypeOf(result);
  if (type.isInteger(64))
    return emitWideSelect(op);
  Variation varies = variation(result);
  std::optional<ScalarConstant> scalar = scalarConstant(other);
  TileView into =
      scalar ? arithmetic().memset(scalar->bits, type, varies, Engine::vector)
             : arithmetic().copy(view(other), type, varies, Engine::vector);
  views[result] = arithmetic().select(view(op.getCondition()),
                                      view(op.getOnTrue()), into, varies);
}

/// Vector has no 64-bit lanes: y + (x - y) * c on GpSimd, where arithmetic
/// wraps, so that exactly x or y comes out.
void ElementwiseEmitter::emitWideSelect(graph::SelectOp op) {
  Value result = op.getResult();
  Type type = elementTypeOf(result);
  Variation varies = variation(result);
  TileView x = view(op.getOnTrue()), y = view(op.getOnFalse());
  TileView factor =
      arithmetic().copy(view(op.getCondition()), type,
                        variation(op.getCondition()), Engine::gpsimd);
  TileView difference = arithmetic().tensorTensor(x, AluOp::subtract, y, type,
                                                  varies, Engine::gpsimd);
  TileView step = arithmetic().tensorTensor(difference, AluOp::multiply, factor,
                                            type, varies, Engine::gpsimd);
  views[result] = arithmetic().tensorTensor(y, AluOp::add, step, type, varies,
                                            Engine::gpsimd);
}

void ElementwiseEmitter::emitCast(graph::CastOp op) {
  Value result = op.getResult(), input = op.getInput();
  Type from = elementTypeOf(input), to = elementTypeOf(result);
  if (to.isInteger(1))
    return emitScalarSteps(
        op, {input, AluOp::not_equal, false, formConstant(from, 0), {}});
  if (storesNarrow(input) || isReadNarrow(op)) {
    views[result] = view(input);
    return;
  }
  // Between integers a cast wraps, which only GpSimd does.
  bool wraps = llvm::isa<IntegerType>(from) && llvm::isa<IntegerType>(to);
  Engine engine = wraps ? Engine::gpsimd : engineFor({from, to});
  TileView source = view(input);
  if (engine == Engine::gpsimd)
    source = toSbuf(input, source);
  else if (source.inPsum())
    engine = Engine::scalar; // Vector has more to do
  views[result] = arithmetic().copy(source, to, variation(result), engine);
}

/// Vector rounds and saturates where 8-bit integers would have to wrap.
static bool isNarrowArithmetic(Operation *op, AluOp operation) {
  Type type = elementTypeOf(op->getResult(0));
  bool wraps = operation == AluOp::add || operation == AluOp::subtract ||
               operation == AluOp::multiply || operation == AluOp::divide ||
               operation == AluOp::abs;
  return wraps && type.isInteger(8);
}

LogicalResult ElementwiseEmitter::emit(Operation *op) {
  Form form = formOf(op);
  if (form.kind != Form::Kind::activation && form.kind != Form::Kind::select &&
      form.kind != Form::Kind::cast && isNarrowArithmetic(op, form.op))
    return emitUnsupported(op) << "has no instruction for arithmetic on 8-bit "
                                  "integers; cast to i32 first";
  if (isAbsorbed(op)) {
    absorbed.insert(op);
    return success();
  }
  switch (form.kind) {
  case Form::Kind::activation:
    emitActivation(op, form.function);
    break;
  case Form::Kind::scalar:
  case Form::Kind::scalarFirst:
  case Form::Kind::binary:
    if (std::optional<ScalarStep> step = scalarStep(op))
      emitScalarSteps(op, *step);
    else
      emitTensorTensor(op, form.op, op->getOperand(0), op->getOperand(1));
    break;
  case Form::Kind::self:
    emitTensorTensor(op, form.op, op->getOperand(0), op->getOperand(0));
    break;
  case Form::Kind::select:
    emitSelect(cast<graph::SelectOp>(op));
    break;
  case Form::Kind::cast:
    emitCast(cast<graph::CastOp>(op));
    break;
  }
  return success();
}
