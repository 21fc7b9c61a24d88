//===- ElementwiseEmitter.h - Elementwise ops on tiles --------------------===//
//
// The epilogue of a kernel, or a whole kernel without root: a chain of
// elementwise graph ops computed on tiles. The kernel owns the loops; the
// emitter says how each value lies in them (nest), loads the operands, chooses
// instructions by ElementwiseOpInterface, and stores what the fusion yields.
//
//   ElementwiseEmitter epilogue(kernel, fusion, elementwiseOps(fusion),
//   resultShape); LoopNest nest = epilogue.nest();       // loops: dimensions
//   of the result
//   ... slice and permute until loop 0 is the partition loop of a tile ...
//   epilogue.begin(tile);
//   epilogue.provide(root, view);          // the root's result on this tile
//   if (failed(epilogue.finish())) ...
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_ELEMENTWISEEMITTER_H
#define GLIA_CONVERSION_GRAPHTOTILE_ELEMENTWISEEMITTER_H

#include "TileArithmetic.h"
#include "TilePlan.h"
#include "dialects/Graph/GraphOps.h"
#include "llvm/ADT/MapVector.h"

namespace glia {

/// The elementwise ops of `fusion`, in order; none computes an operand of the
/// root (phase fused).
llvm::SmallVector<mlir::Operation *> elementwiseOps(graph::FusionOp fusion);
/// A scalar known at compile time.
struct ScalarConstant {
  mlir::Type type;
  uint64_t bits = 0; // pattern of the element type
  bool isFloat() const { return llvm::isa<mlir::FloatType>(type); }
  float toFloat() const;
  int64_t toInteger() const;
};

/// Limits of tiles with `bytes` alive per element in one step of a kernel.
TileLimits tileLimits(const KernelBuilder &kernel, int64_t bytes);

class ElementwiseEmitter {
public:
  /// All results of `ops` (in order) broadcast to `shape`; so do `extra`,
  /// values that a kernel computes itself or needs loaded.
  ElementwiseEmitter(KernelBuilder &kernel, graph::FusionOp fusion,
                     llvm::ArrayRef<mlir::Operation *> ops,
                     llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<mlir::Value> extra = {});

  /// The loops of `shape`, one operand per value that ops read or make.
  LoopNest nest() const;
  /// Bytes per partition that the values alive at one time take per element of
  /// a tile.
  int64_t bytesPerElement() const;

  /// Starts a tile: loop 0 of `tile` on partitions, at most four others.
  void begin(const LoopNest &tile);
  /// `value` is on chip already.
  void provide(mlir::Value value, TileView view) {
    views[value] = std::move(view);
  }
  /// `value`, a block argument, loaded or made of a constant.
  TileView view(mlir::Value value);
  /// Computes all ops and stores the values that the fusion yields.
  mlir::LogicalResult finish();

private:
  /// One step of a tensor_scalar: `source` op scalar, or scalar op `source`.
  struct ScalarStep {
    mlir::Value source;
    isa::AluOp op;
    bool reverse;
    std::optional<ScalarConstant> immediate; // else
    mlir::Value pointer;                     // one value per partition
  };
  struct CachedLoad {
    mlir::Value argument;
    LoopNest nest;
    TileView view;
    int64_t bytes;
  };

  std::optional<ScalarConstant> scalarConstant(mlir::Value value) const;
  bool isPerPartition(mlir::Value value) const;
  Variation variation(mlir::Value value) const;
  bool isYielded(mlir::Value value) const;

  TileView load(mlir::Value argument);
  void store(mlir::Value value);
  TileView materialize(const ScalarConstant &scalar);
  TileView toSbuf(mlir::Value value, const TileView &view);
  TileArithmetic arithmetic() { return TileArithmetic(kernel, tile); }

  std::optional<ScalarStep> scalarStep(mlir::Operation *op) const;
  bool isAbsorbed(mlir::Operation *op) const;
  bool absorbs(mlir::Operation *consumer, mlir::Value value,
               const ScalarStep &step) const;
  /// The absorbed step that makes `value`, if there is one.
  std::optional<ScalarStep> absorbedStep(mlir::Value value) const;

  ScalarOperand scalarOperand(const ScalarStep &step, isa::Engine engine);

  bool storesNarrow(mlir::Value value) const;
  mlir::Type storedType(mlir::Value value) const;
  bool isReadNarrow(graph::CastOp op) const;

  mlir::LogicalResult emit(mlir::Operation *op);
  void emitScalarSteps(mlir::Operation *op, const ScalarStep &last);
  void emitActivation(mlir::Operation *op, isa::ActivationFunction function);
  void emitTensorTensor(mlir::Operation *op, isa::AluOp operation,
                        mlir::Value left, mlir::Value right);
  void emitSelect(graph::SelectOp op);
  void emitWideSelect(graph::SelectOp op);
  void emitCast(graph::CastOp op);

  KernelBuilder &kernel;
  graph::FusionOp fusion;
  llvm::SmallVector<mlir::Value> yields;
  llvm::SmallVector<mlir::Operation *> ops;
  Sizes shape;
  llvm::MapVector<mlir::Value, unsigned> index; // value -> operand of the nest
  std::vector<CachedLoad> cache;                // newest last

  // Of the current tile.
  LoopNest tile;
  llvm::DenseMap<mlir::Value, TileView> views;
  llvm::DenseSet<mlir::Operation *> absorbed;
};

} // namespace glia

#endif
