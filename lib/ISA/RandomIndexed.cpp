//===- RandomIndexed.cpp - Random operands of GpSimd and of transposes ----===//
//
// Operands whose shapes hang together otherwise than element by element.
//
//===----------------------------------------------------------------------===//

#include "RandomChoice.h"

using namespace llvm;

namespace glia::isa {

ElementType RandomChoice::indexType() {
  static constexpr ElementType types[] = {ElementType::u16, ElementType::i32,
                                          ElementType::u32, ElementType::i64};
  return types[below(4)];
}

ElementType RandomChoice::integerType() {
  while (true)
    if (ElementType candidate = type(true); isInteger(candidate))
      return candidate;
}

OnChipOperand RandomChoice::element(bool wide) {
  return make(Space::sbuf, wide ? integerType() : type(false), 1, 1, 1, true);
}

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

HbmOperand RandomChoice::packedHbm(const OnChipOperand &nibbles,
                                   bool zeroStrides) {
  return makeHbm(ElementType::u8,
                 factors((elements(nibbles) + 1) / 2, unsigned(between(1, 5))),
                 zeroStrides);
}

static constexpr ElementType transposeTypes[] = {
    ElementType::f32, ElementType::bf16, ElementType::i32, ElementType::u16};

HbmOperand RandomChoice::transposableHbm() {
  SmallVector<uint64_t, 4> counts;
  for (unsigned i = 0, rank = unsigned(between(2, 4)); i < rank; ++i)
    counts.push_back(between(1, i == 0 || i + 1 == rank ? 128 : 6));
  return makeHbm(transposeTypes[below(4)], counts, true);
}

OnChipOperand RandomChoice::exchanged(ElementType type, uint64_t partitions,
                                      uint64_t last, uint64_t n) {
  OnChipOperand o;
  o.type = type;
  o.partitions = uint8_t(partitions);
  o.startPartition = start(o.partitions, true);
  o.rank = 2;
  o.count = {uint16_t(n / partitions / last), uint16_t(last), 1, 1};
  o.stride = {int16_t(last), 1, 1, 1};
  o.byteOffset = uint32_t(elementBytes(type) * below(64));
  return o;
}

OnChipOperand RandomChoice::transposableOnChip() {
  OnChipOperand o;
  o.type = transposeTypes[below(4)];
  o.partitions = uint8_t(between(1, 128));
  o.startPartition = start(o.partitions, true);
  o.rank = uint8_t(between(1, 3));
  uint64_t reach = 1;
  for (unsigned i = o.rank; i-- > 0;) {
    o.count[i] = uint16_t(between(1, i + 1 == o.rank ? 128 : 6));
    o.stride[i] = int16_t(reach * between(1, 2));
    reach = uint64_t(o.stride[i]) * o.count[i];
  }
  o.byteOffset = uint32_t(elementBytes(o.type) * below(64));
  return o;
}

HbmOperand RandomChoice::transposedHbm(const OnChipOperand &source) {
  uint64_t first = innermostCount(source), last = outermostCount(source);
  uint64_t counts[] = {first, elements(source) / first / last, last};
  return makeHbm(source.type, counts, false);
}

//===----------------------------------------------------------------------===//
// GpSimd
//===----------------------------------------------------------------------===//

OnChipOperand RandomChoice::localGatherResult() {
  return make(Space::sbuf, type(true), unsigned(16 * between(1, 8)),
              between(1, 512));
}

uint8_t RandomChoice::runOf(const OnChipOperand &destination) {
  while (true) {
    uint64_t run = uint64_t(1) << below(6);
    if (destination.elementsPerPartition() % run == 0)
      return uint8_t(run);
  }
}

OnChipOperand RandomChoice::localIndex(const OnChipOperand &destination,
                                       unsigned run) {
  uint64_t indices = destination.elementsPerPartition() / run;
  return make(Space::sbuf, indexType(), destination.partitions,
              (indices + 15) / 16 + below(3));
}

OnChipOperand RandomChoice::tableLike(const OnChipOperand &destination) {
  return make(Space::sbuf, destination.type, destination.partitions,
              between(1, 512));
}

OnChipOperand RandomChoice::indexLike(const OnChipOperand &destination) {
  return make(Space::sbuf, indexType(), destination.partitions,
              destination.elementsPerPartition());
}

OnChipOperand RandomChoice::rowsLike(const OnChipOperand &destination) {
  return make(Space::sbuf, destination.type, unsigned(between(1, 128)),
              destination.elementsPerPartition());
}

OnChipOperand RandomChoice::rowIndex(const OnChipOperand &destination) {
  return make(Space::sbuf, indexType(), destination.partitions, 1);
}

OnChipOperand RandomChoice::partitionSource(PartitionReduceOp op) {
  return make(Space::sbuf, isBitwiseReduction(op) ? integerType() : type(true),
              unsigned(between(1, 128)), between(1, 512));
}

OnChipOperand RandomChoice::partitionResult(const OnChipOperand &source,
                                            PartitionReduceOp op) {
  return make(Space::sbuf, isBitwiseReduction(op) ? source.type : type(true), 1,
              source.elementsPerPartition());
}

OnChipOperand RandomChoice::integerSource(unsigned axes) {
  static constexpr ElementType types[] = {ElementType::i32, ElementType::u32,
                                          ElementType::i64, ElementType::u64};
  return make(Space::sbuf, types[below(4)], unsigned(between(1, 128)),
              between(1, 512), axes);
}

OnChipOperand RandomChoice::integerResult(const OnChipOperand &source,
                                          unsigned axes) {
  return make(Space::sbuf, type(true), source.partitions,
              keptElements(source, axes));
}

OnChipOperand RandomChoice::topResult(const OnChipOperand &source) {
  return make(Space::sbuf, source.type, source.partitions,
              between(1, source.elementsPerPartition()));
}

OnChipOperand RandomChoice::topIndices(const OnChipOperand &destination) {
  static constexpr ElementType types[] = {ElementType::i32, ElementType::u32,
                                          ElementType::i64};
  return make(Space::sbuf, types[below(3)], destination.partitions,
              destination.elementsPerPartition());
}

OnChipOperand RandomChoice::nonzeroResult(const OnChipOperand &source) {
  return make(Space::sbuf, flag() ? ElementType::i32 : ElementType::i64,
              source.partitions, source.elementsPerPartition() + 1);
}

OnChipOperand RandomChoice::segmentIds() {
  return make(Space::sbuf, flag() ? ElementType::i32 : ElementType::f32,
              unsigned(between(1, 128)), between(1, 512));
}

OnChipOperand RandomChoice::boundsResult(const OnChipOperand &source) {
  return make(Space::sbuf, flag() ? ElementType::i32 : ElementType::f32,
              source.partitions, 2 * source.elementsPerPartition());
}

OnChipOperand RandomChoice::randomResult() {
  return make(Space::sbuf, flag() ? integerType() : ElementType::f32,
              unsigned(between(1, 128)), between(1, 512));
}

OnChipOperand RandomChoice::randomState() {
  return make(Space::sbuf, ElementType::u32, 1, 4);
}

} // namespace glia::isa
