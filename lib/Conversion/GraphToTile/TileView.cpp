//===- TileView.cpp - Values on chip and their access patterns ------------===//
//
// See TileView.h.
//
//===----------------------------------------------------------------------===//
#include "TileView.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace glia;
using namespace mlir;

Type glia::onChipType(Type type) {
  if (type.isInteger(1))
    return IntegerType::get(type.getContext(), 8, IntegerType::Unsigned);
  return type;
}

Sizes glia::denseStrides(ArrayRef<int64_t> freeExtents, ArrayRef<bool> varies) {
  Sizes strides(freeExtents.size(), 0);
  int64_t stride = 1;
  for (size_t i = freeExtents.size(); i-- > 0;) {
    if (!varies[i])
      continue;
    strides[i] = stride;
    stride *= freeExtents[i];
  }
  return strides;
}

int64_t glia::denseElements(ArrayRef<int64_t> freeExtents,
                            ArrayRef<bool> varies) {
  int64_t elements = 1;
  for (auto [extent, varying] : llvm::zip_equal(freeExtents, varies))
    elements *= varying ? extent : 1;
  return elements;
}

SmallVector<tile::AccessPattern, 4>
glia::accessPatterns(int64_t partitions, ArrayRef<int64_t> freeExtents,
                     ArrayRef<bool> varies, ArrayRef<TileView> views) {
  LoopNest nest;
  for (const TileView &view : views)
    nest.operands.push_back({view.offset, {}});
  for (auto [loop, extent] : llvm::enumerate(freeExtents)) {
    if (!varies[loop])
      continue;
    Sizes strides;
    for (const TileView &view : views)
      strides.push_back(view.strides[loop]);
    nest.addLoop(extent, strides);
  }
  nest = collapse(nest);
  if (nest.loops() == 0)
    nest.addLoop(1, Sizes(views.size(), 1));

  SmallVector<tile::AccessPattern, 4> patterns;
  for (const LoopNest::Operand &operand : nest.operands) {
    SmallVector<std::pair<int64_t, int64_t>, 4> pairs;
    for (auto [extent, stride] : llvm::zip_equal(nest.extents, operand.strides))
      pairs.emplace_back(extent, stride);
    patterns.push_back(
        tile::AccessPattern::strided(partitions, pairs, 0, operand.offset));
  }
  return patterns;
}

LoopNest glia::variedLoops(const LoopNest &tile, unsigned operand,
                           ArrayRef<bool> varies, bool rows) {
  LoopNest nest;
  const LoopNest::Operand &from = tile.operands[operand];
  nest.operands.push_back({from.offset, {}});
  if (rows)
    nest.addLoop(tile.extents[0], {from.strides[0]});
  for (auto [loop, varying] : llvm::enumerate(varies))
    if (varying)
      nest.addLoop(tile.extents[loop + 1], {from.strides[loop + 1]});
  return nest;
}

tile::BufferPattern glia::bufferPattern(const LoopNest &nest, unsigned operand,
                                        unsigned elementBytes) {
  LoopNest single;
  single.extents = nest.extents;
  single.operands.push_back(nest.operands[operand]);
  single = collapse(single);
  if (single.loops() == 0)
    single.addLoop(1, {1});
  SmallVector<std::pair<int64_t, int64_t>, 5> pairs;
  for (auto [extent, stride] :
       llvm::zip_equal(single.extents, single.operands[0].strides))
    pairs.emplace_back(extent, stride * elementBytes);
  return tile::BufferPattern::strided(single.operands[0].offset * elementBytes,
                                      pairs);
}
