//===- RandomChoice.cpp - Random fields that fit each other ---------------===//

#include "RandomChoice.h"

using namespace llvm;

namespace glia::isa {

void RandomChoice::rounding(Rounding &rounding, bool &saturate,
                            StochasticRounding &stochastic) {
  saturate = flag();
  if (flag())
    return;
  rounding = Rounding::stochastic;
  stochastic.stream = uint32_t(bits(32));
  stochastic.streamRegister = registerOrNone();
  stochastic.indexOffset = bits(64);
  stochastic.indexRegister = flag() ? noRegister5 : uint8_t(below(16));
  for (int64_t &stride : stochastic.indexStride)
    stride = int64_t(bits(64));
  stochastic.ordinal = uint32_t(bits(32));
  stochastic.ordinalRegister = registerOrNone();
}

ElementType RandomChoice::type(bool wide) {
  static constexpr ElementType types[] = {
      ElementType::f32,    ElementType::f32,     ElementType::tf32,
      ElementType::bf16,   ElementType::f16,     ElementType::f8e4m3,
      ElementType::f8e5m2, ElementType::i8,      ElementType::u8,
      ElementType::i16,    ElementType::u16,     ElementType::i32,
      ElementType::u32,    ElementType::boolean, ElementType::i64,
      ElementType::u64};
  return types[below(std::size(types) - (wide ? 0 : 2))];
}

uint8_t RandomChoice::start(unsigned partitions, bool dma) {
  if (dma)
    return uint8_t(below(129 - partitions));
  unsigned step = partitions <= 32 ? 32 : partitions <= 64 ? 64 : 128;
  return uint8_t(step * below(128 / step));
}

SmallVector<uint64_t, 5> RandomChoice::factors(uint64_t n, unsigned rank) {
  SmallVector<uint64_t, 5> result;
  for (unsigned i = 1; i < rank; ++i) {
    SmallVector<uint64_t, 16> divisors;
    for (uint64_t d = 1; d * d <= n; ++d)
      if (n % d == 0) {
        divisors.push_back(d);
        divisors.push_back(n / d);
      }
    uint64_t factor = divisors[below(divisors.size())];
    result.push_back(factor);
    n /= factor;
  }
  result.push_back(n);
  return result;
}

OnChipOperand RandomChoice::make(Space space, ElementType type,
                                 unsigned partitions, uint64_t n,
                                 unsigned minimumRank, bool dma, bool oneBank) {
  OnChipOperand o;
  o.space = space;
  o.type = type;
  o.partitions = uint8_t(partitions);
  o.startPartition = start(partitions, dma);
  o.rank = uint8_t(between(minimumRank, 4));
  SmallVector<uint64_t, 5> counts = factors(n, o.rank);
  uint64_t size = elementBytes(type);
  uint64_t capacity =
      (oneBank ? target.psumBankBytes : partitionBytes(space, target)) / size;
  for (unsigned attempt = 0;; ++attempt) {
    // Gaps and reversals first; without them, should they not fit.
    bool plain = attempt == 3;
    int64_t reach = 1, lowest = 0;
    for (unsigned i = o.rank; i-- > 0;) {
      int64_t stride = reach * int64_t(plain ? 1 : between(1, 2));
      o.count[i] = uint16_t(counts[i]);
      int64_t span = stride * (int64_t(counts[i]) - 1);
      reach += span;
      if (!plain && below(4) == 0) {
        lowest -= span;
        stride = -stride;
      }
      o.stride[i] = int16_t(stride);
    }
    if (uint64_t(reach) > capacity)
      continue;
    uint64_t first = below(capacity - uint64_t(reach) + 1);
    uint64_t bank =
        oneBank ? below(target.psumBanks) * target.psumBankBytes : 0;
    o.byteOffset = uint32_t(bank + (first - uint64_t(lowest)) * size);
    return o;
  }
}

OnChipOperand RandomChoice::engineOperand(Engine engine) {
  Space where = space(engine);
  return make(where, type(engine == Engine::gpsimd), unsigned(between(1, 128)),
              between(1, 256));
}

OnChipOperand RandomChoice::memsetOperand(Engine engine) {
  return make(space(engine), type(true), unsigned(between(1, 128)),
              between(1, 256));
}

OnChipOperand RandomChoice::aluInput(Engine engine,
                                     const OnChipOperand &destination) {
  ElementType from = flag() ? destination.type : type(engine == Engine::gpsimd);
  return make(space(engine), from, destination.partitions,
              destination.elementsPerPartition());
}

OnChipOperand RandomChoice::castInput(Engine engine,
                                      const OnChipOperand &destination) {
  return aluInput(engine, destination);
}

OnChipOperand RandomChoice::like(const OnChipOperand &other, Space space) {
  return make(space, other.type, other.partitions,
              other.elementsPerPartition());
}

OnChipOperand RandomChoice::predicate(const OnChipOperand &destination) {
  static constexpr ElementType types[] = {ElementType::u8, ElementType::boolean,
                                          ElementType::u16, ElementType::u32};
  return make(space(Engine::vector), types[below(4)], destination.partitions,
              destination.elementsPerPartition());
}

ScalarOperand RandomChoice::pointer(ElementType type, unsigned partitions) {
  uint64_t size = elementBytes(type);
  return {true, type, start(partitions, false),
          uint32_t(size * below(target.sbufBytesPerPartition / size))};
}

ScalarOperand RandomChoice::aluScalar(Engine engine, AluOp op,
                                      const OnChipOperand &source) {
  if (isUnary(op))
    return {};
  bool onIntegers = isBitwise(op) ||
                    (engine == Engine::gpsimd && isExactInteger(source.type));
  if (!onIntegers)
    return floatScalar(source);
  return flag() ? pointer(source.type, source.partitions)
                : ScalarOperand{false, ElementType::i32, 0, uint32_t(bits(32))};
}

ScalarOperand RandomChoice::floatScalar(unsigned partitions) {
  return flag() ? pointer(ElementType::f32, partitions)
                : ScalarOperand{false, ElementType::f32, 0, uint32_t(bits(32))};
}

OnChipOperand RandomChoice::dmaOperand() {
  return make(Space::sbuf, type(true), unsigned(between(1, 128)),
              between(1, 512), 1, true);
}

OnChipOperand RandomChoice::dmaOperandLike(const HbmOperand &other) {
  uint64_t n = other.elements();
  uint64_t partitions = between(1, 128);
  while (n % partitions != 0)
    partitions = between(1, 128);
  return make(Space::sbuf, type(true), unsigned(partitions), n / partitions, 1,
              true);
}

OnChipOperand RandomChoice::dmaLike(const OnChipOperand &other) {
  return make(Space::sbuf, type(true), other.partitions,
              other.elementsPerPartition(), 1, true);
}

HbmOperand RandomChoice::makeHbm(ElementType type, ArrayRef<uint64_t> counts,
                                 bool zeroStrides) {
  HbmOperand o;
  o.type = type;
  o.rank = uint8_t(counts.size());
  int64_t size = int64_t(elementBytes(o.type));
  int64_t reach = size, lowest = 0;
  for (unsigned i = o.rank; i-- > 0;) {
    int64_t stride = reach * int64_t(between(1, 2));
    o.count[i] = uint32_t(counts[i]);
    if (zeroStrides && below(4) == 0)
      continue;
    int64_t span = stride * (int64_t(counts[i]) - 1);
    reach += span;
    if (below(4) == 0) {
      lowest -= span;
      stride = -stride;
    }
    o.stride[i] = stride;
  }
  if (flag())
    o.core = uint32_t(below(target.coresPerChip));
  if (flag())
    o.baseRegister = uint8_t(below(16));
  o.offset = uint64_t(-lowest) + uint64_t(size) * below(1 << 20);
  return o;
}

HbmOperand RandomChoice::makeHbm(uint64_t n, bool zeroStrides,
                                 unsigned minimumRank) {
  ElementType element = type(true);
  return makeHbm(element, factors(n, unsigned(between(minimumRank, 5))),
                 zeroStrides);
}

HbmOperand RandomChoice::hbmOperand() {
  return makeHbm(between(1, 4096), false, 1);
}

HbmOperand RandomChoice::collectiveHbm() {
  HbmOperand o = hbmOperand();
  o.core = selfCore;
  return o;
}

HbmOperand RandomChoice::collectiveLike(const HbmOperand &other) {
  HbmOperand o = makeHbm(
      other.type, factors(other.elements(), unsigned(between(1, 5))), true);
  o.core = selfCore;
  return o;
}

OnChipOperand RandomChoice::gatherIndex(const OnChipOperand &destination) {
  return make(Space::sbuf, flag() ? ElementType::i32 : ElementType::i64,
              destination.partitions, 1, 1, true);
}

HbmOperand RandomChoice::prepend(HbmOperand o, uint64_t count) {
  if (o.rank == 5) { // no room: one dense pair instead
    uint64_t n = o.elements();
    o.rank = 1;
    o.count = {uint32_t(n), 1, 1, 1, 1};
    o.stride = {int64_t(elementBytes(o.type)), 0, 0, 0, 0};
  }
  for (unsigned i = o.rank; i > 0; --i) {
    o.count[i] = o.count[i - 1];
    o.stride[i] = o.stride[i - 1];
  }
  ++o.rank;
  o.count[0] = uint32_t(count);
  o.stride[0] = int64_t(elementBytes(o.type) * between(1, 4096));
  return o;
}

HbmOperand RandomChoice::gatherSource(const OnChipOperand &destination) {
  return prepend(makeHbm(destination.elementsPerPartition(), false, 1),
                 between(1, 1000));
}

} // namespace glia::isa
