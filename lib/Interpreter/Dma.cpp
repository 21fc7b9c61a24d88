//===- Dma.cpp - Moving elements between two walks ------------------------===//
//
// On-chip rows interleave in host memory, so two disjoint operands may have
// overlapping hulls; then the copy through a buffer only costs time. What is
// cast or added goes in blocks through fp32; a destination that a walk may meet
// twice is added to one element at a time, so that the order is the walk's.
//
//===----------------------------------------------------------------------===//
#include "Dma.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"

namespace glia::interpreter {

/// A transfer that fits on chip needs far less.
static constexpr uint64_t maxBufferedElements = uint64_t(1) << 27;
static constexpr uint64_t blockElements = uint64_t(1) << 14;

llvm::Error checkBuffered(uint64_t elements) {
  if (elements <= maxBufferedElements)
    return llvm::Error::success();
  return makeError(ErrorCode::E4403,
                   "casts, adds or overlaps " + llvm::Twine(elements) +
                       " elements in one transfer, expects at most " +
                       llvm::Twine(maxBufferedElements));
}

/// Does the walk meet every element once? (It may say no of some that do.)
static bool isInjective(const Pattern &pattern) {
  llvm::SmallVector<Pattern::Loop, 6> loops(pattern.loops);
  llvm::sort(loops, [](const Pattern::Loop &a, const Pattern::Loop &b) {
    return std::abs(a.stride) < std::abs(b.stride);
  });
  uint64_t reach = pattern.elementBytes;
  for (const Pattern::Loop &loop : loops) {
    uint64_t stride = static_cast<uint64_t>(std::abs(loop.stride));
    if (stride < reach)
      return false;
    reach += stride * (loop.count - 1);
  }
  return true;
}

namespace {
/// Converts and adds blocks of dense elements.
class Storer {
public:
  Storer(ElementType toType, ElementType fromType, TransferRule rule)
      : toType(toType), fromType(fromType), rule(std::move(rule)),
        integers(isInteger(toType) && isInteger(fromType)) {}
  /// `to` holds what is there, if the rule adds, and gets the result.
  void store(const uint8_t *from, uint8_t *to, uint64_t n) {
    if (integers)
      return storeIntegers(from, to, n);
    floats.resize(n);
    numerics::convert(fromType, from, ElementType::f32, floats.data(), n);
    if (rule.accumulate) {
      old.resize(n);
      numerics::convert(toType, to, ElementType::f32, old.data(), n);
      numerics::aluRow(isa::AluOp::add, old.data(), floats.data(),
                       floats.data(), n);
    }
    round(to, n);
  }

private:
  void storeIntegers(const uint8_t *from, uint8_t *to, uint64_t n) {
    if (!rule.accumulate)
      return numerics::convertIntegers(fromType, from, toType, to, n);
    std::vector<uint64_t> sum(n), there(n);
    numerics::convertIntegers(fromType, from, ElementType::u64, sum.data(), n);
    numerics::convertIntegers(toType, to, ElementType::u64, there.data(), n);
    for (uint64_t i = 0; i < n; ++i)
      sum[i] += there[i];
    numerics::convertIntegers(ElementType::u64, sum.data(), toType, to, n);
  }
  void round(uint8_t *to, uint64_t n) {
    if (!rule.places || !numerics::hasStochasticRounding(toType)) {
      numerics::convert(ElementType::f32, floats.data(), toType, to, n,
                        rule.saturate);
      return;
    }
    places.resize(n);
    for (uint64_t &place : places)
      place = rule.places->next();
    numerics::convertStochastic(floats.data(), toType, to, places.data(), n,
                                rule.key, rule.saturate);
  }

  ElementType toType, fromType;
  TransferRule rule;
  bool integers;
  std::vector<float> floats, old;
  std::vector<uint64_t> places;
};
} // namespace

static AffineWalk offsets(const Pattern &pattern) {
  AffineWalk walk(0);
  for (const Pattern::Loop &loop : pattern.loops)
    walk.push(loop.count, loop.stride);
  return walk;
}

void storeElements(ElementType toType, uint8_t *to, const Pattern &toPattern,
                   ElementType fromType, const uint8_t *dense,
                   TransferRule rule) {
  if (toType == fromType && !rule.accumulate)
    return scatter(to, toPattern, dense);
  unsigned toBytes = elementBytes(toType), fromBytes = elementBytes(fromType);
  uint64_t count = toPattern.elements();
  uint64_t block =
      isInjective(toPattern) ? std::min(blockElements, count) : 1;
  bool adds = rule.accumulate;
  Storer storer(toType, fromType, std::move(rule));
  if (!adds) {
    std::vector<uint8_t> converted(count * toBytes);
    storer.store(dense, converted.data(), count);
    return scatter(to, toPattern, converted.data());
  }
  AffineWalk walk = offsets(toPattern);
  std::vector<uint8_t> values(block * toBytes);
  std::vector<uint8_t *> places(block);
  for (uint64_t done = 0; done < count; done += block) {
    uint64_t n = std::min(block, count - done);
    for (uint64_t i = 0; i < n; ++i) {
      places[i] = to + static_cast<int64_t>(walk.next());
      std::memcpy(values.data() + i * toBytes, places[i], toBytes);
    }
    storer.store(dense + done * fromBytes, values.data(), n);
    for (uint64_t i = 0; i < n; ++i)
      std::memcpy(places[i], values.data() + i * toBytes, toBytes);
  }
}

llvm::Error moveElements(ElementType toType, uint8_t *to,
                         const Pattern &toPattern, ElementType fromType,
                         const uint8_t *from, const Pattern &fromPattern,
                         TransferRule rule) {
  bool disjoint = rule.areApart ||
                  to + toPattern.high() <= from + fromPattern.low() ||
                  from + fromPattern.high() <= to + toPattern.low();
  if (toType == fromType && disjoint && !rule.accumulate) {
    transfer(to, toPattern, from, fromPattern, rule.threads);
    return llvm::Error::success();
  }
  uint64_t count = fromPattern.elements();
  if (llvm::Error error = checkBuffered(count))
    return error;
  std::vector<uint8_t> dense(count * fromPattern.elementBytes);
  gather(from, fromPattern, dense.data());
  storeElements(toType, to, toPattern, fromType, dense.data(), std::move(rule));
  return llvm::Error::success();
}

/// The terms one after another onto `sum`, which holds the first.
template <typename T>
static void addTerms(ElementType type, const uint8_t *from,
                     const Pattern &pattern, const isa::HbmOperand &source,
                     uint64_t first, std::vector<T> &sum) {
  uint64_t count = pattern.elements();
  std::vector<uint8_t> dense(count * pattern.elementBytes);
  std::vector<T> term(count);
  for (uint64_t t = first; t < source.count[0]; ++t) {
    gather(from + static_cast<int64_t>(t) * source.stride[0], pattern,
           dense.data());
    if constexpr (std::is_same_v<T, float>) {
      numerics::convert(type, dense.data(), ElementType::f32, term.data(),
                        count);
      numerics::aluRow(isa::AluOp::add, sum.data(), term.data(), sum.data(),
                       count);
    } else {
      numerics::convertIntegers(type, dense.data(), ElementType::u64,
                                term.data(), count);
      for (uint64_t i = 0; i < count; ++i)
        sum[i] += term[i];
    }
  }
}

/// What the sum starts with: the destination, or the first term as it is.
template <typename T>
static std::vector<T> firstTerm(ElementType type, ElementType wide,
                                const uint8_t *from, const Pattern &pattern) {
  uint64_t count = pattern.elements();
  std::vector<uint8_t> dense(count * pattern.elementBytes);
  gather(from, pattern, dense.data());
  std::vector<T> values(count);
  if constexpr (std::is_same_v<T, float>)
    numerics::convert(type, dense.data(), wide, values.data(), count);
  else
    numerics::convertIntegers(type, dense.data(), wide, values.data(), count);
  if constexpr (std::is_same_v<T, float>)
    for (float &value : values) // a sum of one term is still a sum
      if (std::isnan(value))
        value = std::bit_cast<float>(numerics::canonicalNan);
  return values;
}

llvm::Error sumTerms(ElementType toType, uint8_t *to, const Pattern &toPattern,
                     const isa::HbmOperand &source, const uint8_t *from,
                     TransferRule rule) {
  isa::HbmOperand one = source;
  one.count[0] = 1;
  Pattern pattern = hbmPattern(one);
  if (llvm::Error error = checkBuffered(pattern.elements()))
    return error;
  bool adds = std::exchange(rule.accumulate, false);
  auto sum = [&]<typename T>(T, ElementType wide) {
    std::vector<T> values =
        adds ? firstTerm<T>(toType, wide, to, toPattern)
             : firstTerm<T>(source.type, wide, from, pattern);
    addTerms<T>(source.type, from, pattern, source, adds ? 0 : 1, values);
    storeElements(toType, to, toPattern, wide,
                  reinterpret_cast<const uint8_t *>(values.data()),
                  std::move(rule));
  };
  if (isInteger(toType) && toType == source.type)
    sum(uint64_t(), ElementType::u64);
  else
    sum(float(), ElementType::f32);
  return llvm::Error::success();
}

llvm::Expected<llvm::SmallVector<int64_t, 128>>
rowIndices(Core &core, const isa::OnChipOperand &index, int64_t rows, bool wrap,
           bool skip, uint8_t indexRegister) {
  int64_t base =
      indexRegister == isa::noRegister6
          ? 0
          : static_cast<int32_t>(core.stream->registers[indexRegister]);
  llvm::SmallVector<int64_t, 128> indices;
  for (unsigned p = 0; p < index.partitions; ++p) {
    int64_t value;
    numerics::convertIntegers(index.type, core.start(index, p),
                              ElementType::i64, &value, 1);
    // A sum that wraps is out of range, too: rows are at most 2^32.
    value = static_cast<int64_t>(static_cast<uint64_t>(value) +
                                 static_cast<uint64_t>(base));
    int64_t wrapped = wrap && value < 0 ? value + rows : value;
    bool inRange = wrapped >= 0 && wrapped < rows;
    if (!inRange && !skip)
      return makeError(ErrorCode::E3403,
                       "index " + llvm::Twine(value) + " of partition " +
                           llvm::Twine(index.startPartition + p) +
                           ", expects " +
                           llvm::Twine(wrap ? -rows : int64_t(0)) + " to " +
                           llvm::Twine(rows - 1));
    indices.push_back(inRange ? wrapped : -1);
  }
  return indices;
}

static Pattern exchanged(llvm::SmallVector<Pattern::Loop, 6> loops,
                         unsigned bytes) {
  std::swap(loops.front(), loops.back());
  Pattern pattern;
  pattern.elementBytes = bytes;
  for (const Pattern::Loop &loop : loops)
    pattern.push(loop.count, loop.stride);
  return pattern;
}

Pattern transposedPattern(const isa::HbmOperand &operand) {
  llvm::SmallVector<Pattern::Loop, 6> loops;
  for (unsigned i = 0; i < operand.rank; ++i)
    loops.push_back({operand.count[i], operand.stride[i]});
  return exchanged(std::move(loops), elementBytes(operand.type));
}

Pattern transposedPattern(const isa::OnChipOperand &operand,
                          uint64_t rowStride) {
  unsigned bytes = elementBytes(operand.type);
  llvm::SmallVector<Pattern::Loop, 6> loops{
      {operand.partitions, static_cast<int64_t>(rowStride)}};
  for (unsigned i = 0; i < operand.rank; ++i)
    loops.push_back({operand.count[i], int64_t(operand.stride[i]) * bytes});
  return exchanged(std::move(loops), bytes);
}

bool isPlainCopy(const isa::Instruction &instruction) {
  return std::visit([](const auto &x) { return copiesPlainly(x); },
                    instruction);
}

} // namespace glia::interpreter
