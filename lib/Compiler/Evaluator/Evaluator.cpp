//===- Evaluator.cpp - Bit-exact evaluation of graph IR on the host -------===//
//
// Walks a block in order and keeps the values that are still needed. What an
// op computes stands in the files beside this one.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Evaluator.h"
#include "Operations.h"
#include "Strided.h"
#include "glia/Support/Error.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include <memory>

using namespace mlir;

namespace glia::evaluator {

using SharedTensor = std::shared_ptr<const Tensor>;

namespace {

class BlockEvaluator {
public:
  BlockEvaluator(const ConstantStore &constants, ResultCallback seen,
                 const EvaluateOptions &options)
      : constants(constants), seen(seen), options(options) {}

  /// The values of the terminator's operands.
  llvm::Expected<std::vector<SharedTensor>>
  run(Block &block, llvm::ArrayRef<SharedTensor> arguments);

private:
  llvm::Expected<SharedTensor> take(Value value);
  llvm::Expected<std::vector<SharedTensor>> takeOperands(Operation &op);
  llvm::Error runOp(Operation &op);
  void define(Value value, SharedTensor tensor);

  const ConstantStore &constants;
  ResultCallback seen;
  const EvaluateOptions &options;
  llvm::DenseMap<Value, SharedTensor> values;
  llvm::DenseMap<Value, size_t> usesLeft;
};

} // namespace

static Tensor makeTensor(Type type) {
  auto tensorType = cast<RankedTensorType>(type);
  Tensor tensor;
  tensor.type = *graph::toElementType(tensorType.getElementType());
  tensor.shape.assign(tensorType.getShape().begin(),
                      tensorType.getShape().end());
  tensor.bytes.resize(storageBytes(tensor.type, tensorType.getNumElements()));
  return tensor;
}

static Tensor convertTensor(const Tensor &from, ElementType type) {
  Tensor to{type, from.shape, {}};
  uint64_t count = product(from.shape);
  to.bytes.resize(storageBytes(type, count));
  numerics::convert(from.type, from.bytes.data(), type, to.bytes.data(), count);
  return to;
}

static llvm::Error evaluateOp(Operation *op, Operands operands, Tensor &result,
                              const EvaluateOptions &options) {
  using namespace graph;
  return llvm::TypeSwitch<Operation *, llvm::Error>(op)
      .Case<GatherOp>(
          [&](auto typed) { return evaluateGather(typed, operands, result); })
      .Case<ScatterOp>(
          [&](auto typed) { return evaluateScatter(typed, operands, result); })
      .Case<ElementwiseOpInterface>([&](auto typed) {
        return evaluateElementwise(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<ContractOp>([&](auto typed) {
        return evaluateContract(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<ConvolutionOp>([&](auto typed) {
        return evaluateConvolution(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<ReduceOp>([&](auto typed) {
        return evaluateReduce(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<WindowOp>([&](auto typed) {
        return evaluateWindow(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<SoftmaxOp>([&](auto typed) {
        return evaluateSoftmax(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<LayerNormOp>([&](auto typed) {
        return evaluateLayerNorm(typed, operands, result, options),
               llvm::Error::success();
      })
      .Case<TransposeOp>([&](auto typed) {
        return evaluateTranspose(typed, operands, result),
               llvm::Error::success();
      })
      .Case<BroadcastOp>([&](auto typed) {
        return evaluateBroadcast(typed, operands, result),
               llvm::Error::success();
      })
      .Case<SliceOp>([&](auto typed) {
        return evaluateSlice(typed, operands, result), llvm::Error::success();
      })
      .Case<ConcatOp>([&](auto typed) {
        return evaluateConcat(typed, operands, result), llvm::Error::success();
      })
      .Case<PadOp>([&](auto typed) {
        return evaluatePad(typed, operands, result), llvm::Error::success();
      })
      .Default([](Operation *other) {
        return makeError(ErrorCode::E1600,
                         "expects a graph op to evaluate, got `" +
                             other->getName().getStringRef() + "`");
      });
}

/// Sums of f16 and bf16 run in fp32; where the result is narrow too, it rounds
/// once, when it is stored.
static bool computesInFloat(Operation *op) {
  return llvm::isa<graph::ContractOp, graph::ConvolutionOp, graph::ReduceOp,
                   graph::WindowOp, graph::SoftmaxOp, graph::LayerNormOp>(op);
}

static llvm::Error evaluateRounded(Operation *op, Operands operands,
                                   Tensor &result,
                                   const EvaluateOptions &options) {
  auto isNarrow = [](ElementType type) {
    return isFloat(type) && type != ElementType::f32;
  };
  if (!computesInFloat(op) ||
      (!isNarrow(result.type) &&
       llvm::none_of(operands, [&](const Tensor *operand) {
         return isNarrow(operand->type);
       })))
    return evaluateOp(op, operands, result, options);
  std::vector<Tensor> wide;
  for (const Tensor *operand : operands)
    wide.push_back(convertTensor(*operand, ElementType::f32));
  llvm::SmallVector<const Tensor *> pointers;
  for (const Tensor &tensor : wide)
    pointers.push_back(&tensor);
  Tensor wideResult{ElementType::f32, result.shape,
                    std::vector<uint8_t>(
                        storageBytes(ElementType::f32, product(result.shape)))};
  if (llvm::Error error = evaluateOp(op, pointers, wideResult, options))
    return error;
  result = result.type == ElementType::f32
               ? std::move(wideResult)
               : convertTensor(wideResult, result.type);
  return llvm::Error::success();
}

void BlockEvaluator::define(Value value, SharedTensor tensor) {
  size_t uses = std::distance(value.use_begin(), value.use_end());
  if (!uses)
    return;
  usesLeft[value] = uses;
  values[value] = std::move(tensor);
}

/// One use of `value`; at the last one it is let go.
llvm::Expected<SharedTensor> BlockEvaluator::take(Value value) {
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  if (constant && !values.contains(value)) {
    if (constant.getId() >= constants.size())
      return makeError(ErrorCode::E1600, "expects a constant of the store's " +
                                             llvm::Twine(constants.size()) +
                                             ", got " +
                                             llvm::Twine(constant.getId()));
    auto tensor = std::make_shared<Tensor>(makeTensor(value.getType()));
    size_t expected = tensor->bytes.size();
    llvm::Expected<std::vector<uint8_t>> bytes =
        constants.read(constant.getId());
    if (!bytes)
      return bytes.takeError();
    if (bytes->size() != expected)
      return makeError(ErrorCode::E1600,
                       "expects constant " + llvm::Twine(constant.getId()) +
                           " to have " + llvm::Twine(expected) +
                           " bytes, got " + llvm::Twine(bytes->size()));
    tensor->bytes = std::move(*bytes);
    define(value, std::move(tensor));
  }
  auto found = values.find(value);
  SharedTensor tensor = found->second;
  if (--usesLeft[value] == 0)
    values.erase(found);
  return tensor;
}

llvm::Expected<std::vector<SharedTensor>>
BlockEvaluator::takeOperands(Operation &op) {
  std::vector<SharedTensor> operands;
  for (Value operand : op.getOperands()) {
    llvm::Expected<SharedTensor> tensor = take(operand);
    if (!tensor)
      return tensor.takeError();
    operands.push_back(std::move(*tensor));
  }
  return operands;
}

llvm::Error BlockEvaluator::runOp(Operation &op) {
  if (llvm::isa<graph::ConstantOp>(op))
    return llvm::Error::success(); // read at its first use
  llvm::Expected<std::vector<SharedTensor>> operands = takeOperands(op);
  if (!operands)
    return operands.takeError();
  std::vector<SharedTensor> results;
  if (auto fusion = dyn_cast<graph::FusionOp>(op)) {
    llvm::Expected<std::vector<SharedTensor>> inner =
        BlockEvaluator(constants, seen, options)
            .run(*fusion.getBlock(), *operands);
    if (!inner)
      return inner.takeError();
    results = std::move(*inner);
  } else {
    auto result =
        std::make_shared<Tensor>(makeTensor(op.getResult(0).getType()));
    llvm::SmallVector<const Tensor *> pointers;
    for (const SharedTensor &operand : *operands)
      pointers.push_back(operand.get());
    if (llvm::isa<graph::ReshapeOp>(op))
      result->bytes = pointers[0]->bytes;
    else if (llvm::Error error =
                 evaluateRounded(&op, pointers, *result, options))
      return error;
    results.push_back(std::move(result));
  }
  operands->clear();
  for (auto [i, result] : llvm::enumerate(results)) {
    if (seen)
      seen(&op, i, *result);
    define(op.getResult(i), std::move(result));
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<SharedTensor>>
BlockEvaluator::run(Block &block, llvm::ArrayRef<SharedTensor> arguments) {
  for (auto [argument, tensor] : llvm::zip(block.getArguments(), arguments))
    define(argument, tensor);
  for (Operation &op : block.without_terminator())
    if (llvm::Error error = runOp(op))
      return error;
  return takeOperands(*block.getTerminator());
}

static std::string describe(const Tensor &tensor) {
  std::string text = name(tensor.type).str() + "[";
  for (auto [i, size] : llvm::enumerate(tensor.shape))
    text += (i ? "," : "") + std::to_string(size);
  return text + "]";
}

static llvm::Expected<SharedTensor> findInput(const NamedTensors &inputs,
                                              StringRef name, Type type) {
  const Tensor *tensor = find(inputs, name);
  if (!tensor)
    return makeError(ErrorCode::E1620, "input `" + name + "` has no value");
  Tensor expected = makeTensor(type);
  if (tensor->type != expected.type || tensor->shape != expected.shape ||
      tensor->bytes.size() != expected.bytes.size())
    return makeError(ErrorCode::E1620, "input `" + name + "` expects " +
                                           describe(expected) + ", got " +
                                           describe(*tensor));
  return std::make_shared<Tensor>(*tensor);
}

static std::string nameOf(Attribute attribute, const char *kind,
                          unsigned index) {
  if (auto string = dyn_cast_or_null<StringAttr>(attribute))
    return string.getValue().str();
  return kind + std::to_string(index);
}

} // namespace glia::evaluator

llvm::Expected<glia::NamedTensors>
glia::evaluate(func::FuncOp main, const ConstantStore &constants,
               const NamedTensors &inputs, ResultCallback seen,
               const EvaluateOptions &options) {
  using namespace evaluator;
  std::vector<SharedTensor> arguments;
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    llvm::Expected<SharedTensor> input = findInput(
        inputs, nameOf(main.getArgAttr(i, graph::nameAttribute), "input", i),
        argument.getType());
    if (!input)
      return input.takeError();
    arguments.push_back(std::move(*input));
  }
  llvm::Expected<std::vector<SharedTensor>> results =
      BlockEvaluator(constants, seen, options)
          .run(main.getBody().front(), arguments);
  if (!results)
    return results.takeError();
  NamedTensors outputs;
  for (auto [i, result] : llvm::enumerate(*results))
    outputs.emplace_back(
        nameOf(main.getResultAttr(i, graph::nameAttribute), "output", i),
        *result);
  return outputs;
}
