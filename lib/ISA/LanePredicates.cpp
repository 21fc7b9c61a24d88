//===- LanePredicates.cpp - Lanes, tiles of the array, microscaling -------===//

#include "Predicates.h"

using namespace llvm;

namespace glia::isa {

static constexpr unsigned quadrant = 32;

std::bitset<128> movedLanes(const LanePermutation &lanes, unsigned partitions) {
  std::bitset<128> moved;
  for (unsigned p = 0; p < std::min(partitions, 128u); ++p)
    moved[p] = lanes.source[p % quadrant] != LanePermutation::leave;
  return moved;
}

bool arePermutedLanes(const LanePermutation &lanes, unsigned partitions) {
  unsigned used = std::min(quadrant, partitions);
  for (unsigned i = 0; i < used; ++i)
    if (lanes.source[i] >= used && lanes.source[i] != LanePermutation::leave)
      return false;
  return true;
}

bool isTileSize(unsigned size, const Target &target) {
  return size == 128 || size == 64 || (size == 32 && target.smallestTile == 32);
}

bool isTilePosition(unsigned position, unsigned size) {
  return size != 0 && position % size == 0 && position + size <= 128;
}

bool fitsTile(const OnChipOperand &o, unsigned position, unsigned size) {
  return size == 128 || (o.startPartition == position && o.partitions <= size);
}

double tileShare(unsigned rows, unsigned columns) {
  return double(rows) * double(columns) / (128 * 128);
}

bool isDoubleRow(const OnChipOperand &o, unsigned columnSize,
                 const Target &target) {
  return target.hasDoubleRow && columnSize == 128 && bitWidth(o.type) == 8 &&
         o.rank >= 2 && o.count[0] == 2;
}

bool isMxType(ElementType type) {
  return type == ElementType::f8e4m3fn || type == ElementType::f8e5m2;
}

bool isMxScaleOf(const OnChipOperand &scale, const OnChipOperand &elements) {
  return (scale.type == ElementType::u8 || scale.type == ElementType::f8e8m0) &&
         (scale.partitions == elements.partitions ||
          (scale.partitions == 4 && elements.partitions == 32)) &&
         scale.elementsPerPartition() * 4 == elements.elementsPerPartition();
}

std::bitset<128> mxScaleRows(unsigned partitions, unsigned scalePartitions) {
  std::bitset<128> rows;
  for (unsigned group = 0; group < partitions / 8; ++group)
    rows[scalePartitions == 4 ? group % 4 : group / 4 * quadrant + group % 4] =
        true;
  return rows;
}

} // namespace glia::isa
