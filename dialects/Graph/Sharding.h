//===- Sharding.h - Which core has which part of a value ------------------===//
//
// The cores form a grid of two axes. A value is whole on every core, or some
// of its dimensions are split, each in equal parts along one axis. The plan of
// a function says how each value is split and which loops of each op run in
// parts; Partition.cpp rewrites the function by it.
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

/// For each dimension (or loop) the axis that splits it, or `whole`.
using Split = llvm::SmallVector<int64_t, 6>;

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
class ShardingPlan {
public:
  ShardingPlan(mlir::func::FuncOp function, const Grid &grid);

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
  /// Products with a constant that divide into columns and were left whole.
  unsigned refused() const { return refusedColumns.size(); }

private:
  /// False if a value that a product's columns were split for is gathered; that
  /// product is refused then.
  bool propagate();
  void splitInputs();
  void visit(mlir::Operation *op);
  void visitReshape(ReshapeOp op);
  Split chooseLoops(IndexingOpInterface op);
  int64_t chooseLoop(IndexingOpInterface op, unsigned loop);
  bool mayDivide(IndexingOpInterface op, unsigned loop, int64_t axis);
  void recordOrigins(mlir::Operation *op);

  mlir::func::FuncOp function;
  Grid cores; // of two axes
  llvm::DenseMap<mlir::Value, Split> splits;
  llvm::DenseMap<mlir::Operation *, Split> loopSplits;
  /// The products by whose columns a value is split.
  llvm::DenseMap<mlir::Value, llvm::SmallSetVector<mlir::Operation *, 4>>
      origins;
  llvm::SmallSetVector<mlir::Operation *, 4> toRefuse;
  llvm::DenseSet<mlir::Operation *> refusedColumns;
};

/// Rewrites the function to what one core runs, with collectives where parts
/// must meet.
void partition(const ShardingPlan &plan, mlir::func::FuncOp function,
               ConstantStore &constants);

} // namespace glia::graph

#endif
