//===- TileInterpreter.cpp - Phase tiled, executed on the host ------------===//
//
// Slow and plain: all but matmul and reduce go element by element.
//
//===----------------------------------------------------------------------===//
#include "TileInterpreter.h"
#include "glia/Support/CastPolicy.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;
using llvm::Error;
using llvm::Expected;

namespace {

/// A tile or a buffer: elements of one type; a tile has `pitch` of them per
/// partition.
struct Memory {
  ElementType type;
  unsigned size; // of an element
  int64_t pitch = 0;
  std::vector<uint8_t> bytes;
  uint8_t *at(int64_t byte) { return bytes.data() + byte; }
};

class TileInterpreter {
public:
  TileInterpreter(const ConstantStore &constants, const NamedTensors &inputs)
      : constants(constants), inputs(inputs) {}
  Error run(func::FuncOp function);
  NamedTensors outputs;

private:
  Error runBuffer(BufferOp op);
  Memory &tile(Value value) { return *memories.at(value); }
  Memory &destination(Operation *op);
  /// Byte addresses of a pattern's elements, in the order of a walk.
  SmallVector<int64_t> walk(Memory &memory, const AccessPattern &pattern);
  SmallVector<int64_t> walk(Memory &memory, const BufferPattern &pattern);
  void cast(Memory &from, int64_t source, Memory &to, int64_t target,
            bool exactIntegers);
  template <typename From, typename To>
  void copy(Value from, const From &fromPattern, Memory &to,
            const To &toPattern, bool exactIntegers);
  std::vector<float> floats(Value value, const AccessPattern &pattern);
  std::vector<float> scalars(const ScalarSource &source, Value pointer,
                             const AccessPattern &destination);
  void store(Memory &to, const AccessPattern &pattern, ArrayRef<float> values);
  void runMatmul(MatmulOp op);
  void runTranspose(TransposeOp op);
  void runTensorTensor(TensorTensorOp op);
  void runTensorScalar(TensorScalarOp op);
  void runReduce(ReduceOp op);
  void runActivate(ActivateOp op);
  void runSelect(SelectOp op);
  void runGather(GatherOp op);
  void runScatter(ScatterOp op);
  void runMemset(MemsetOp op);
  int64_t integer(Memory &memory, int64_t address);

  const ConstantStore &constants;
  const NamedTensors &inputs;
  DenseMap<Value, std::shared_ptr<Memory>> memories;
};

} // namespace

template <typename Pattern>
static void walkPairs(const Pattern &pattern, int64_t base, int64_t scale,
                      uint64_t total, SmallVectorImpl<int64_t> &out) {
  for (uint64_t n = 0; n < total; ++n) {
    int64_t address = base;
    uint64_t rest = n;
    for (unsigned i = pattern.rank; i-- > 0;) {
      address += static_cast<int64_t>(rest % pattern.count[i]) *
                 pattern.stride[i] * scale;
      rest /= pattern.count[i];
    }
    out.push_back(address);
  }
}

SmallVector<int64_t> TileInterpreter::walk(Memory &memory,
                                           const AccessPattern &pattern) {
  SmallVector<int64_t> addresses;
  for (int64_t p = pattern.startPartition;
       p < pattern.startPartition + pattern.partitions; ++p)
    walkPairs(pattern, (p * memory.pitch + pattern.offset) * memory.size,
              memory.size, pattern.elementsPerPartition(), addresses);
  return addresses;
}

SmallVector<int64_t> TileInterpreter::walk(Memory &memory,
                                           const BufferPattern &pattern) {
  SmallVector<int64_t> addresses;
  walkPairs(pattern, pattern.offset, 1, pattern.elements(), addresses);
  return addresses;
}

Memory &TileInterpreter::destination(Operation *op) {
  auto engineOp = llvm::cast<EngineOpInterface>(op);
  Value result = engineOp.getTileResult();
  std::shared_ptr<Memory> memory;
  if (Value previous = engineOp.getPreviousVersion()) {
    memory = memories.at(previous);
  } else {
    auto type = llvm::cast<TileType>(result.getType());
    memory = std::make_shared<Memory>();
    memory->type = *machineType(type.getElementType());
    memory->size = elementBytes(type.getElementType());
    memory->pitch = type.getElements();
    memory->bytes.assign(
        size_t(type.getPartitions()) * type.getElements() * memory->size, 0xFF);
  }
  memories[result] = memory;
  return *memory;
}

void TileInterpreter::cast(Memory &from, int64_t source, Memory &to,
                           int64_t target, bool exactIntegers) {
  if (exactIntegers && isInteger(from.type) && isInteger(to.type))
    numerics::convertIntegers(from.type, from.at(source), to.type,
                              to.at(target), 1);
  else
    numerics::convert(from.type, from.at(source), to.type, to.at(target), 1,
                      castSaturates(to.type));
}

template <typename From, typename To>
void TileInterpreter::copy(Value from, const From &fromPattern, Memory &to,
                           const To &toPattern, bool exactIntegers) {
  Memory &source = tile(from);
  for (auto [a, b] :
       llvm::zip_equal(walk(source, fromPattern), walk(to, toPattern)))
    cast(source, a, to, b, exactIntegers);
}

std::vector<float> TileInterpreter::floats(Value value,
                                           const AccessPattern &pattern) {
  std::vector<float> values;
  Memory &memory = tile(value);
  for (int64_t address : walk(memory, pattern))
    values.push_back(numerics::toFloat(memory.type, memory.at(address)));
  return values;
}

/// One scalar per element of the destination.
std::vector<float> TileInterpreter::scalars(const ScalarSource &source,
                                            Value pointer,
                                            const AccessPattern &destination) {
  uint64_t each = destination.elementsPerPartition();
  if (!source.isPointer)
    return std::vector<float>(destination.partitions * each,
                              llvm::bit_cast<float>(source.bits));
  std::vector<float> values;
  for (float value : floats(pointer, AccessPattern::contiguous(
                                         destination.partitions, 1,
                                         source.startPartition, source.bits)))
    values.insert(values.end(), each, value);
  return values;
}

void TileInterpreter::store(Memory &to, const AccessPattern &pattern,
                            ArrayRef<float> values) {
  for (auto [address, value] : llvm::zip_equal(walk(to, pattern), values)) {
    float single = std::isnan(value)
                       ? llvm::bit_cast<float>(numerics::canonicalNan)
                       : value;
    numerics::convert(ElementType::f32, &single, to.type, to.at(address), 1,
                      castSaturates(to.type));
  }
}

int64_t TileInterpreter::integer(Memory &memory, int64_t address) {
  int64_t value;
  numerics::convertIntegers(memory.type, memory.at(address), ElementType::i64,
                            &value, 1);
  return value;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Error TileInterpreter::runBuffer(BufferOp op) {
  auto type = op.getType();
  auto memory = std::make_shared<Memory>();
  memory->type = *machineType(type.getElementType());
  memory->size = elementBytes(type.getElementType());
  if (op.getKind() == BufferKind::input) {
    const Tensor *input = find(inputs, op.getName());
    if (!input || input->bytes.size() != type.getBytes())
      return makeError(ErrorCode::E9800, "no input " + op.getName());
    memory->bytes = input->bytes;
  } else if (op.getKind() == BufferKind::constant) {
    auto bytes = constants.read(op.getConstantId());
    if (!bytes)
      return bytes.takeError();
    memory->bytes = std::move(*bytes);
  } else {
    memory->bytes.assign(type.getBytes(), 0xFF);
  }
  memories[op.getBuffer()] = memory;
  return Error::success();
}

void TileInterpreter::runMatmul(MatmulOp op) {
  std::vector<float> a = floats(op.getStationary(), op.getStationaryPattern()),
                     b = floats(op.getMoving(), op.getMovingPattern());
  Memory &to = destination(op);
  unsigned k = op.getStationaryPattern().partitions, m = a.size() / k,
           n = b.size() / k;
  std::vector<float> psum(size_t(m) * n);
  SmallVector<int64_t> addresses = walk(to, op.getDestinationPattern());
  for (auto [value, address] : llvm::zip_equal(psum, addresses))
    std::memcpy(&value, to.at(address), 4);
  numerics::matmulChunk(psum.data(), n, a.data(), m, b.data(), n, m, n, k,
                        op.getAccumulate());
  store(to, op.getDestinationPattern(), psum);
}

void TileInterpreter::runTranspose(TransposeOp op) {
  Memory &from = tile(op.getSource()), &to = destination(op);
  SmallVector<int64_t> source = walk(from, op.getSourcePattern()),
                       target = walk(to, op.getDestinationPattern());
  int64_t rows = op.getSourcePattern().partitions,
          columns = source.size() / rows;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      std::memcpy(to.at(target[c * rows + r]), from.at(source[r * columns + c]),
                  to.size);
}

void TileInterpreter::runTensorTensor(TensorTensorOp op) {
  Memory &left = tile(op.getLeft()), &right = tile(op.getRight());
  bool exact = op.getEngine() == isa::Engine::gpsimd && isInteger(left.type) &&
               isInteger(right.type);
  if (!exact) {
    std::vector<float> a = floats(op.getLeft(), op.getLeftPattern()),
                       b = floats(op.getRight(), op.getRightPattern());
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = numerics::alu(op.getAluOp(), a[i], b[i]);
    return store(destination(op), op.getDestinationPattern(), a);
  }
  Memory &to = destination(op);
  bool wide = left.size == 8 || right.size == 8;
  for (auto [a, b, c] : llvm::zip_equal(walk(left, op.getLeftPattern()),
                                        walk(right, op.getRightPattern()),
                                        walk(to, op.getDestinationPattern()))) {
    int64_t x = integer(left, a), y = integer(right, b);
    int64_t value = wide ? numerics::alu(op.getAluOp(), x, y)
                         : numerics::alu(op.getAluOp(), int32_t(x), int32_t(y));
    numerics::convertIntegers(ElementType::i64, &value, to.type, to.at(c), 1);
  }
}

void TileInterpreter::runTensorScalar(TensorScalarOp op) {
  Memory &from = tile(op.getSource());
  const AccessPattern &pattern = op.getDestinationPattern();
  auto step = [](isa::AluOp alu, auto x, auto scalar, bool reverse) {
    return reverse ? numerics::alu(alu, scalar, x)
                   : numerics::alu(alu, x, scalar);
  };
  auto steps = [&](auto x, auto first, auto second) {
    x = step(op.getOp0(), x, first, op.getReverse0());
    return op.getOp1() == isa::AluOp::bypass
               ? x
               : step(op.getOp1(), x, second, op.getReverse1());
  };
  if (op.getEngine() == isa::Engine::gpsimd && isInteger(from.type)) {
    int32_t first = op.getScalar0().bits, second = op.getScalar1().bits;
    SmallVector<int64_t> sources = walk(from, op.getSourcePattern());
    Memory &to = destination(op);
    for (auto [a, c] : llvm::zip_equal(sources, walk(to, pattern))) {
      int64_t x = integer(from, a);
      x = from.size < 8 ? steps(int32_t(x), first, second)
                        : steps(x, int64_t(first), int64_t(second));
      numerics::convertIntegers(ElementType::i64, &x, to.type, to.at(c), 1);
    }
    return;
  }
  std::vector<float> x = floats(op.getSource(), op.getSourcePattern());
  auto first = scalars(op.getScalar0(), op.getPointer0(), pattern);
  auto second = scalars(op.getScalar1(), op.getPointer1(), pattern);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = steps(x[i], first[i], second[i]);
  store(destination(op), pattern, x);
}

void TileInterpreter::runReduce(ReduceOp op) {
  std::vector<float> x = floats(op.getSource(), op.getSourcePattern()), results;
  AccessPattern to = op.getDestinationPattern();
  size_t each = x.size() / (to.partitions * to.elementsPerPartition());
  for (size_t i = 0; i < x.size(); i += each) {
    float value = numerics::reduceRow(op.getReduceOp(), x.data() + i, each);
    results.push_back(op.getNegate() ? -value : value);
  }
  store(destination(op), op.getDestinationPattern(), results);
}

void TileInterpreter::runActivate(ActivateOp op) {
  const AccessPattern &pattern = op.getDestinationPattern();
  std::vector<float> x = floats(op.getSource(), op.getSourcePattern());
  std::vector<float> scale =
                         scalars(op.getScale(), op.getScalePointer(), pattern),
                     bias = scalars(op.getBias(), op.getBiasPointer(), pattern);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = numerics::fusedMultiplyAdd(x[i], scale[i], bias[i]);
  numerics::activate(op.getFunction(), x.data(), x.data(), x.size());
  store(destination(op), pattern, x);
}

void TileInterpreter::runSelect(SelectOp op) {
  Memory &predicate = tile(op.getPredicate()), &from = tile(op.getSource()),
         &to = destination(op);
  for (auto [p, a, b] :
       llvm::zip_equal(walk(predicate, op.getPredicatePattern()),
                       walk(from, op.getSourcePattern()),
                       walk(to, op.getDestinationPattern())))
    if (integer(predicate, p) != 0)
      std::memcpy(to.at(b), from.at(a), to.size);
}

void TileInterpreter::runGather(GatherOp op) {
  Memory &from = tile(op.getSource()), &index = tile(op.getIndex()),
         &to = destination(op);
  BufferPattern pattern = op.getSourcePattern();
  SmallVector<int64_t> indices = walk(index, op.getIndexPattern()),
                       target = walk(to, op.getDestinationPattern());
  int64_t rows = pattern.count[0], rowStride = pattern.stride[0],
          each = target.size() / indices.size();
  pattern.count[0] = 1;
  for (auto [i, address] : llvm::enumerate(indices)) {
    int64_t row = integer(index, address);
    if (op.getWrap() && row < 0)
      row += rows;
    BufferPattern one = pattern;
    one.offset += row * rowStride;
    for (auto [j, source] : llvm::enumerate(walk(from, one)))
      cast(from, source, to, target[i * each + j], true);
  }
}

void TileInterpreter::runScatter(ScatterOp op) {
  Memory &from = tile(op.getSource()), &index = tile(op.getIndex()),
         &to = tile(op.getDestination());
  BufferPattern pattern = op.getDestinationPattern();
  SmallVector<int64_t> indices = walk(index, op.getIndexPattern()),
                       source = walk(from, op.getSourcePattern());
  int64_t rows = pattern.count[0], rowStride = pattern.stride[0],
          each = source.size() / indices.size();
  pattern.count[0] = 1;
  for (auto [i, address] : llvm::enumerate(indices)) {
    int64_t row = integer(index, address);
    if (op.getWrap() && row < 0)
      row += rows;
    if (op.getSkip() && (row < 0 || row >= rows))
      continue;
    BufferPattern one = pattern;
    one.offset += row * rowStride;
    for (auto [j, destination] : llvm::enumerate(walk(to, one)))
      cast(from, source[i * each + j], to, destination, true);
  }
}

void TileInterpreter::runMemset(MemsetOp op) {
  Memory &to = destination(op);
  int64_t value = op.getValue();
  for (int64_t address : walk(to, op.getDestinationPattern()))
    std::memcpy(to.at(address), &value, to.size);
}

Error TileInterpreter::run(func::FuncOp function) {
  auto copyOp = [&](auto op, Memory &to, bool exactIntegers) {
    copy(op.getSource(), op.getSourcePattern(), to, op.getDestinationPattern(),
         exactIntegers);
  };
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (auto buffer = dyn_cast<BufferOp>(op)) {
      if (Error error = runBuffer(buffer))
        return error;
      continue;
    }
    llvm::TypeSwitch<Operation *>(&op)
        .Case([&](LoadOp op) { copyOp(op, destination(op), true); })
        .Case([&](MoveOp op) { copyOp(op, destination(op), true); })
        .Case<StoreOp, CopyBufferOp>(
            [&](auto op) { copyOp(op, tile(op.getDestination()), true); })
        .Case([&](CopyOp op) {
          copyOp(op, destination(op), op.getEngine() == isa::Engine::gpsimd);
        })
        .Case([&](MatmulOp op) { runMatmul(op); })
        .Case([&](TransposeOp op) { runTranspose(op); })
        .Case([&](TensorTensorOp op) { runTensorTensor(op); })
        .Case([&](TensorScalarOp op) { runTensorScalar(op); })
        .Case([&](ReduceOp op) { runReduce(op); })
        .Case([&](ActivateOp op) { runActivate(op); })
        .Case([&](SelectOp op) { runSelect(op); })
        .Case([&](GatherOp op) { runGather(op); })
        .Case([&](ScatterOp op) { runScatter(op); })
        .Case([&](MemsetOp op) { runMemset(op); });
  }
  for (auto buffer : function.getOps<BufferOp>())
    if (buffer.getKind() == BufferKind::output) {
      Memory &memory = tile(buffer.getBuffer());
      BufferType type = buffer.getType();
      if (type.getElementType().isInteger(1))
        memory.type = ElementType::boolean;
      outputs.push_back(
          {buffer.getName().str(),
           Tensor{memory.type, Shape(type.getShape()), memory.bytes}});
    }
  return Error::success();
}

Expected<NamedTensors> glia::runTiled(func::FuncOp function,
                                      const ConstantStore &constants,
                                      const NamedTensors &inputs) {
  TileInterpreter interpreter(constants, inputs);
  if (Error error = interpreter.run(function))
    return std::move(error);
  return std::move(interpreter.outputs);
}
