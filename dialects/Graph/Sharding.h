//===- Sharding.h - Which core has which part of a value ------------------===//
//
// The cores form a grid of two axes. A value is whole on every core, or some
// of its dimensions are split, each in equal parts along one axis. Parts may
// reach over the end of the dimension: there is padding then, and the last
// cores may have nothing but that. The plan of a function says how each value
// is split and which loops of each op run in parts; Partition.cpp rewrites the
// function by it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_SHARDING_H
#define GLIA_DIALECTS_GRAPH_SHARDING_H

#include "dialects/Graph/GraphOps.h"
#include "glia/Support/ConstantStore.h"
#include "glia/Support/Grid.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace glia::graph {

/// The axes of the grid, and what stands for no axis.
inline constexpr int64_t whole = -1, dataAxis = 0, tensorAxis = 1;

/// How a dimension (or a loop) is split.
struct Part {
  int64_t axis = whole;
  int64_t size = 0; // of each core's part; 0 where it is whole
  auto operator<=>(const Part &) const = default;
};
using Split = llvm::SmallVector<Part, 6>;

/// Moves slices of the last dimension above the product with a constant that
/// makes it, so that each is a product of its own with fewer columns (the
/// combined query, key and value of attention): what is cut out of a split
/// dimension would have to be gathered first. Each element keeps its sum.
void narrowContractions(mlir::func::FuncOp function, ConstantStore &constants);

/// The sharding of every value of a function. Parts start at the inputs, whose
/// first dimension is the batch (data axis), and at products with a constant,
/// whose columns may be split (tensor axis); they go from op to op by
/// IndexingOpInterface. A product over a split dimension gives partial sums,
/// which are added at once (all_reduce). Where split and whole values meet, or
/// an op needs a dimension whole, the value is gathered; products whose columns
/// would end in that are not split (see `refused`).
///
/// A reshape that makes 12 heads of 768 columns splits them in units of 64
/// only. Units that do not divide are padded, 12 heads over 8 cores to 16: the
/// padding comes from zeros behind the end of the product's constant, and goes
/// on until rows of zeros of another constant end it. Where it would be
/// gathered, leave the function, be added to a sum, or become infinite, the
/// product is not split.
class ShardingPlan {
public:
  /// With `sequenceParallel` what lies between the products of a layer is split
  /// by rows (tokens), too: partial sums are added and scattered at once
  /// (reduce_scatter), and gathered before the next columns.
  ShardingPlan(mlir::func::FuncOp function, const Grid &grid,
               bool sequenceParallel);

  const Grid &grid() const { return cores; }
  /// Of an argument, or of an op's result behind its all_reduce. A constant is
  /// split as each user needs it.
  const Split &split(mlir::Value value) const { return splits.at(value); }
  /// What an op needs of its operand.
  Split needed(mlir::Operation *op, unsigned operand) const;
  /// Of the loops of IndexingOpInterface; of a reshape, its operand's split.
  const Split &loops(mlir::Operation *op) const { return loopSplits.at(op); }
  /// The axis along which the result is a partial sum, or `whole`.
  int64_t partialAxis(mlir::Operation *op) const;
  /// The dimension of the result over which the sum of the parts is scattered;
  /// none where every core gets all of it.
  std::optional<unsigned> scatteredDim(mlir::Operation *op) const;
  /// Products with a constant whose columns were left whole.
  unsigned refused() const { return refusedColumns.size(); }
  /// Products with padded columns.
  llvm::SmallVector<ContractOp> uneven() const;
  /// How many neighbouring columns of a product stay on one core.
  int64_t unit(mlir::Operation *product) const {
    auto found = units.find(product);
    return found == units.end() ? 1 : found->second;
  }

private:
  /// False if a value that a product's columns were split for is gathered, or
  /// if its columns need larger units; that product is refused or has them
  /// then.
  bool propagate();
  void splitInputs();
  void visit(mlir::Operation *op);
  void visitReshape(ReshapeOp op);
  Split chooseLoops(IndexingOpInterface op);
  Part chooseLoop(IndexingOpInterface op, unsigned loop);
  Part chooseColumns(ContractOp op, unsigned loop) const;
  bool mayDivide(IndexingOpInterface op, unsigned loop, Part part) const;
  bool isUneven(Part part, int64_t extent) const {
    return part.axis != whole && part.size * cores.extent(part.axis) != extent;
  }
  bool isUneven(mlir::Value value) const;
  void recordOrigins(mlir::Operation *op);
  void widenUnits(mlir::Value value, unsigned dim, int64_t multiple);

  mlir::func::FuncOp function;
  Grid cores; // of two axes
  bool sequenceParallel;
  llvm::DenseMap<mlir::Value, Split> splits;
  llvm::DenseMap<mlir::Operation *, Split> loopSplits;
  /// The products by whose columns a value is split.
  llvm::DenseMap<mlir::Value, llvm::SmallSetVector<mlir::Operation *, 4>>
      origins;
  llvm::SmallSetVector<mlir::Operation *, 4> toRefuse;
  llvm::DenseSet<mlir::Operation *> refusedColumns;
  llvm::DenseMap<mlir::Operation *, int64_t> units;
  bool areUnitsWider = false; // in this sweep
};

/// Rewrites the function to what one core runs, with collectives where parts
/// must meet.
void partition(const ShardingPlan &plan, mlir::func::FuncOp function,
               ConstantStore &constants);

} // namespace glia::graph

#endif
