//===- RandomTensor.cpp - Random operands of the Tensor engine ------------===//

#include "RandomChoice.h"

using namespace llvm;

namespace glia::isa {

static constexpr ElementType matmulTypes[] = {
    ElementType::f32, ElementType::tf32,   ElementType::bf16,
    ElementType::f16, ElementType::f8e4m3, ElementType::f8e5m2};

uint8_t RandomChoice::tileSize() {
  if (below(4) != 0)
    return 128;
  return uint8_t(flag() ? 64 : target.smallestTile);
}

/// Up to `size` partitions of a tile, with `columns` elements each, twice for
/// double rows.
OnChipOperand RandomChoice::rows(ElementType type, bool doubleRow,
                                 unsigned position, unsigned size,
                                 uint64_t columns) {
  OnChipOperand o =
      make(Space::sbuf, type, unsigned(between(1, size)), columns);
  if (doubleRow) {
    // The pair of rows outside the one pair of columns, dense.
    o.rank = 2;
    o.count = {2, uint16_t(columns), 1, 1};
    o.stride = {int16_t(columns), 1, 1, 1};
    o.byteOffset = uint32_t(below(target.sbufBytesPerPartition - 2 * columns));
  }
  if (size < 128)
    o.startPartition = uint8_t(position);
  return o;
}

OnChipOperand RandomChoice::stationaryOperand(bool doubleRow, unsigned position,
                                              unsigned size, unsigned columns) {
  ElementType type = matmulTypes[doubleRow ? between(4, 5) : below(6)];
  return rows(type, doubleRow, position, size, between(1, columns));
}

OnChipOperand RandomChoice::matmulResult(unsigned position, unsigned size) {
  OnChipOperand o =
      make(Space::psum, ElementType::f32, unsigned(between(1, size)),
           between(1, 512), 1, false, true);
  if (size < 128)
    o.startPartition = uint8_t(position);
  return o;
}

OnChipOperand RandomChoice::movingOperand(const OnChipOperand &destination,
                                          bool doubleRow, unsigned position,
                                          unsigned size) {
  ElementType type = matmulTypes[doubleRow ? between(4, 5) : below(6)];
  return rows(type, doubleRow, position, size,
              destination.elementsPerPartition());
}

MatmulType RandomChoice::stationaryType(ElementType moving, bool doubleRow) {
  ElementType type;
  do
    type = matmulTypes[doubleRow ? between(4, 5) : below(6)];
  while (!mayMultiply(matmulType(type), moving, doubleRow, target));
  return matmulType(type);
}

OnChipOperand RandomChoice::transposeResult() {
  static constexpr ElementType types[] = {ElementType::f32, ElementType::i32,
                                          ElementType::bf16, ElementType::u16};
  return make(Space::psum, types[below(4)], unsigned(between(1, 128)),
              between(1, 128), 1, false, true);
}

OnChipOperand RandomChoice::transposeSource(const OnChipOperand &destination) {
  ElementType type = destination.type == ElementType::u16 && flag()
                         ? ElementType::f8e5m2
                         : destination.type;
  return make(Space::sbuf, type, unsigned(destination.elementsPerPartition()),
              destination.partitions);
}

OnChipOperand RandomChoice::mxMatrix(unsigned columns) {
  return make(Space::sbuf, flag() ? ElementType::f8e4m3fn : ElementType::f8e5m2,
              unsigned(32 * between(1, 4)), 8 * between(1, columns / 2));
}

OnChipOperand RandomChoice::mxMoving(const OnChipOperand &destination) {
  return make(Space::sbuf, flag() ? ElementType::f8e4m3fn : ElementType::f8e5m2,
              unsigned(32 * between(1, 4)),
              4 * destination.elementsPerPartition());
}

OnChipOperand RandomChoice::mxScale(const OnChipOperand &elements) {
  unsigned partitions =
      elements.partitions == 32 && flag() ? 4u : elements.partitions;
  return make(Space::sbuf, flag() ? ElementType::u8 : ElementType::f8e8m0,
              partitions, elements.elementsPerPartition() / 4);
}

OnChipOperand RandomChoice::mxSource(const OnChipOperand &elements) {
  return make(Space::sbuf, flag() ? ElementType::bf16 : ElementType::f16,
              elements.partitions, elements.elementsPerPartition());
}

} // namespace glia::isa
