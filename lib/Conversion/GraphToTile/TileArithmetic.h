//===- TileArithmetic.h - Instructions over the loops of one tile ---------===//
//
// One call, one instruction: the access patterns follow from the views of the
// operands and from the free loops in which the result varies. Every result is
// a new, dense tile in SBUF.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_TILEARITHMETIC_H
#define GLIA_CONVERSION_GRAPHTOTILE_TILEARITHMETIC_H

#include "KernelBuilder.h"
#include "TileView.h"

namespace glia {

/// For each free loop of a tile, whether a value varies along it.
using Variation = llvm::SmallVector<bool, 4>;

/// A scalar of tensor_scalar or activate: an immediate, or a value with one
/// element per partition.
struct ScalarOperand {
  tile::ScalarSource source = tile::ScalarSource::immediate(0);
  mlir::Value pointer;

  static ScalarOperand immediate(float value) {
    return {tile::ScalarSource::immediate(value), {}};
  }
  static ScalarOperand integer(int32_t value) {
    return {tile::ScalarSource::integer(value), {}};
  }
  static ScalarOperand perPartition(const TileView &view) {
    return {tile::ScalarSource::pointer(0, view.offset), view.tile};
  }
};

/// One step of tensor_scalar; `reverse`: the scalar is the left operand.
struct ScalarStepOperand {
  isa::AluOp op;
  ScalarOperand scalar;
  bool reverse = false;
};

class TileArithmetic {
public:
  TileArithmetic(KernelBuilder &kernel, const LoopNest &tile)
      : kernel(kernel), partitions(tile.extents[0]),
        extents(llvm::ArrayRef<int64_t>(tile.extents).drop_front()) {}

  Variation everyLoop() const { return Variation(extents.size(), true); }
  /// Varies along all but the last `inner` loops.
  Variation outerLoops(unsigned inner) const;
  int64_t elements(const Variation &varies) const {
    return denseElements(extents, varies);
  }

  TileView memset(uint64_t bits, mlir::Type type, const Variation &varies,
                  isa::Engine engine = isa::Engine::gpsimd);
  TileView copy(const TileView &from, mlir::Type type, const Variation &varies,
                isa::Engine engine);
  TileView tensorTensor(const TileView &left, isa::AluOp op,
                        const TileView &right, mlir::Type type,
                        const Variation &varies,
                        isa::Engine engine = isa::Engine::vector);
  /// One or two steps.
  TileView tensorScalar(const TileView &from,
                        llvm::ArrayRef<ScalarStepOperand> steps,
                        mlir::Type type, const Variation &varies,
                        isa::Engine engine = isa::Engine::vector);
  TileView activate(isa::ActivationFunction function, const TileView &from,
                    ScalarOperand scale, ScalarOperand bias, mlir::Type type,
                    const Variation &varies);
  /// `into` where `predicate` is not zero gets `from`: the next version of
  /// `into`.
  TileView select(const TileView &predicate, const TileView &from,
                  const TileView &into, const Variation &varies);
  /// Loads operand `operand` of `nest`, the tile's own nest, from `buffer`.
  TileView load(mlir::Value buffer, const LoopNest &nest, unsigned operand,
                mlir::Type type, const Variation &varies);

private:
  TileView make(mlir::Type type, const Variation &varies) const;
  llvm::SmallVector<tile::AccessPattern, 4>
  patterns(const Variation &varies, llvm::ArrayRef<TileView> views) const {
    return accessPatterns(partitions, extents, varies, views);
  }

  KernelBuilder &kernel;
  int64_t partitions;
  Sizes extents;
};

} // namespace glia

#endif
