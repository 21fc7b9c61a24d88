//===- TileView.h - Values on chip and their access patterns --------------===//
//
// The border between loop nests and tile ops: a view says where in its tile a
// value lies along the free loops of a nest; access patterns of ops, loads and
// stores are read off views and nests together.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_TILEVIEW_H
#define GLIA_CONVERSION_GRAPHTOTILE_TILEVIEW_H

#include "LoopNest.h"
#include "dialects/Tile/TileDialect.h"

namespace glia {

/// A value on chip inside one tile of a nest (loop 0 on partitions, from
/// partition 0 on): the element at iteration i of the free loops is element
/// offset + sum(i_j * strides[j]). A stride is 0 where the value repeats.
struct TileView {
  tile::TileType type;
  Sizes strides; // one per free loop
  int64_t offset = 0;
  mlir::Value tile; // null until the op that writes it is made

  TileView() = default;
  TileView(tile::TileType type, Sizes strides)
      : type(type), strides(std::move(strides)) {}
  TileView(mlir::Value tile, Sizes strides, int64_t offset = 0)
      : type(llvm::cast<tile::TileType>(tile.getType())),
        strides(std::move(strides)), offset(offset), tile(tile) {}

  mlir::Type elementType() const { return type.getElementType(); }
  bool inPsum() const { return type.getPsum(); }
};

/// On chip, i1 is ui8.
mlir::Type onChipType(mlir::Type type);

/// Row-major strides over the free loops for which `varies`; 0 for the others.
Sizes denseStrides(llvm::ArrayRef<int64_t> freeExtents,
                   llvm::ArrayRef<bool> varies);
/// Elements per partition of such a value.
int64_t denseElements(llvm::ArrayRef<int64_t> freeExtents,
                      llvm::ArrayRef<bool> varies);

/// One access pattern per view over the free loops for which `varies`, walked
/// alike, with as few pairs as all of them allow.
llvm::SmallVector<tile::AccessPattern, 4>
accessPatterns(int64_t partitions, llvm::ArrayRef<int64_t> freeExtents,
               llvm::ArrayRef<bool> varies, llvm::ArrayRef<TileView> views);

/// Operand `operand` of a tile's nest, alone, in those loops only that it is
/// moved in: the partition loop if `rows`, and the free loops that vary.
LoopNest variedLoops(const LoopNest &tile, unsigned operand,
                     llvm::ArrayRef<bool> varies, bool rows);

/// Operand `operand` of `nest` in a buffer, walked as all its loops, in as few
/// pairs as possible; at most five are left or it is a bug of the caller.
tile::BufferPattern bufferPattern(const LoopNest &nest, unsigned operand,
                                  unsigned elementBytes);

} // namespace glia

#endif
