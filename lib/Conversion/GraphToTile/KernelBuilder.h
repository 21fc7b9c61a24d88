//===- KernelBuilder.h - What every kernel of graph-to-tile uses ----------===//
//
// A kernel is a function that walks its own static loops and creates tile ops
// with constant patterns. The builder knows the buffer of each graph value,
// the target's limits, and how to make one op after another into a tile.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_KERNELBUILDER_H
#define GLIA_CONVERSION_GRAPHTOTILE_KERNELBUILDER_H

#include "dialects/Graph/GraphOps.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/Conversion/GraphToTile.h"
#include "glia/Support/ConstantStore.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace glia {

/// What of the target kernels plan with.
struct KernelLimits {
  int64_t sbufBytesPerPartition;
  int64_t matmulM; // rows of a result tile
  int64_t matmulN; // its columns
};

/// A tile that several ops write one after the other: the first makes it, each
/// later one makes the next version.
struct TileVariable {
  tile::TileType type;
  mlir::Value version; // null until the first write
  operator mlir::Value() const { return version; }
};

/// Starts the error of an op that is legal and that no kernel can do, at this
/// size or with this element type (GLIA-E2600): a limit, not a bug.
mlir::InFlightDiagnostic emitUnsupported(mlir::Operation *op);

class KernelBuilder {
public:
  /// `constants` may be null where no kernel reads or derives one.
  KernelBuilder(mlir::OpBuilder builder, const KernelLimits &limits,
                const GraphToTileOptions &options, ConstantStore *constants)
      : builder(builder), limits(limits), options(options),
        constantStore(constants) {}

  //===--------------------------------------------------------------------===//
  // Graph values
  //===--------------------------------------------------------------------===//

  /// The buffer of a graph value: a function argument's, a constant's, a
  /// fusion's result's (made at first use); a reshape's is its operand's; a
  /// block argument of a fusion stands for the fusion's operand. Patterns are
  /// in bytes, so that the buffer's shape need not be the value's.
  mlir::Value bufferOf(mlir::Value graphValue);
  /// The id of the constant that a graph value is (through reshapes and block
  /// arguments), if it is one.
  std::optional<ConstantStore::Id> constantId(mlir::Value graphValue) const;
  /// A constant buffer, one per id.
  mlir::Value constantBuffer(ConstantStore::Id id);
  mlir::Value scratchBuffer(llvm::ArrayRef<int64_t> shape,
                            mlir::Type elementType);
  ConstantStore *constants() { return constantStore; }

  //===--------------------------------------------------------------------===//
  // Limits
  //===--------------------------------------------------------------------===//

  /// SBUF bytes per partition for one step of a kernel: half of all, so that
  /// the next step's loads overlap.
  int64_t sbufBudget() const { return limits.sbufBytesPerPartition / 2; }
  /// Rows and columns of a matmul's result tile; smaller under
  /// test-tiling=small.
  int64_t maxM() const {
    return options.smallTiling ? std::min<int64_t>(64, limits.matmulM)
                               : limits.matmulM;
  }
  int64_t maxN() const {
    return options.smallTiling ? std::min<int64_t>(256, limits.matmulN)
                               : limits.matmulN;
  }
  /// Called once per contraction with more than one chunk; the chunk that the
  /// test hook wants dropped, or -1.
  int64_t chunkToDrop(int64_t chunks);

  //===--------------------------------------------------------------------===//
  // Tiles and ops. Patterns are merged where the order allows it; they must
  // keep the machine's limits; the ops' verifiers say so if they don't.
  //===--------------------------------------------------------------------===//

  tile::TileType tileType(int64_t partitions, int64_t elements,
                          mlir::Type elementType, bool psum = false);
  TileVariable sbuf(int64_t partitions, int64_t elements,
                    mlir::Type elementType) {
    return {tileType(partitions, elements, elementType), {}};
  }
  /// `elementType` null: f32, what products sum up in.
  TileVariable psum(int64_t partitions, int64_t elements,
                    mlir::Type elementType = {}) {
    return {tileType(partitions, elements,
                     elementType ? elementType : builder.getF32Type(),
                     /*psum=*/true),
            {}};
  }

  void load(TileVariable &to, const tile::AccessPattern &toPattern,
            mlir::Value buffer, const tile::BufferPattern &from);
  void store(mlir::Value tile, const tile::AccessPattern &from,
             mlir::Value buffer, const tile::BufferPattern &to);
  void copyBuffer(mlir::Value from, const tile::BufferPattern &fromPattern,
                  mlir::Value to, const tile::BufferPattern &toPattern);
  /// All bytes, whatever the shapes.
  void copyWhole(mlir::Value from, mlir::Value to);
  void move(TileVariable &to, const tile::AccessPattern &toPattern,
            mlir::Value from, const tile::AccessPattern &fromPattern);
  void gather(TileVariable &to, const tile::AccessPattern &toPattern,
              mlir::Value buffer, const tile::BufferPattern &from,
              mlir::Value index, const tile::AccessPattern &indexPattern,
              bool wrap = true);
  /// Rows of the buffer replaced by index, wrapped; one outside traps.
  void scatter(mlir::Value from, const tile::AccessPattern &fromPattern,
               mlir::Value buffer, const tile::BufferPattern &to,
               mlir::Value index, const tile::AccessPattern &indexPattern);
  void matmul(TileVariable &to, const tile::AccessPattern &toPattern,
              mlir::Value stationary,
              const tile::AccessPattern &stationaryPattern, mlir::Value moving,
              const tile::AccessPattern &movingPattern, bool accumulate);
  void transpose(TileVariable &to, const tile::AccessPattern &toPattern,
                 mlir::Value from, const tile::AccessPattern &fromPattern);
  void copy(TileVariable &to, const tile::AccessPattern &toPattern,
            mlir::Value from, const tile::AccessPattern &fromPattern,
            isa::Engine engine = isa::Engine::vector);
  void memset(TileVariable &to, const tile::AccessPattern &toPattern,
              uint64_t bits, isa::Engine engine = isa::Engine::gpsimd);
  void tensorTensor(TileVariable &to, const tile::AccessPattern &toPattern,
                    mlir::Value left, const tile::AccessPattern &leftPattern,
                    isa::AluOp op, mlir::Value right,
                    const tile::AccessPattern &rightPattern,
                    isa::Engine engine = isa::Engine::vector);
  /// One step with an immediate.
  void tensorScalar(TileVariable &to, const tile::AccessPattern &toPattern,
                    mlir::Value from, const tile::AccessPattern &fromPattern,
                    isa::AluOp op, tile::ScalarSource scalar,
                    bool reverse = false, mlir::Value pointer = {},
                    isa::Engine engine = isa::Engine::vector);
  void reduce(TileVariable &to, const tile::AccessPattern &toPattern,
              isa::ReduceOp op, mlir::Value from,
              const tile::AccessPattern &fromPattern, unsigned axes);

  /// For ops that have no call here: create them with these, and with `into` =
  /// the variable's version.
  mlir::OpBuilder builder;
  mlir::Location location() const { return currentLocation; }
  void setLocation(mlir::Location location) { currentLocation = location; }

  /// Used by the pass: the buffer that a graph value gets, before any kernel
  /// asks for it.
  void bindBuffer(mlir::Value graphValue, mlir::Value buffer) {
    buffers[graphValue] = buffer;
  }
  mlir::Value createBuffer(tile::BufferKind kind, llvm::StringRef name,
                           llvm::ArrayRef<int64_t> shape,
                           mlir::Type elementType, int64_t constantId = -1,
                           mlir::DenseI64ArrayAttr split = {});

private:
  KernelLimits limits;
  GraphToTileOptions options;
  ConstantStore *constantStore;
  mlir::Location currentLocation = builder.getUnknownLoc();
  llvm::DenseMap<mlir::Value, mlir::Value> buffers;
  llvm::DenseMap<ConstantStore::Id, mlir::Value> constantBuffers;
  int64_t contractionsSeen = 0;
};

/// The graph value that `value` is an alias of: through reshapes, and from a
/// fusion's block argument to its operand.
mlir::Value aliasedValue(mlir::Value value);

/// One kernel: lowers a fusion of its kind. A failure has been reported.
using KernelFunction = mlir::LogicalResult (*)(KernelBuilder &,
                                               graph::FusionOp);

mlir::LogicalResult lowerCollective(KernelBuilder &kernel,
                                    graph::FusionOp fusion);
mlir::LogicalResult lowerContract(KernelBuilder &kernel,
                                  graph::FusionOp fusion);
mlir::LogicalResult lowerConvolution(KernelBuilder &kernel,
                                     graph::FusionOp fusion);
mlir::LogicalResult lowerElementwise(KernelBuilder &kernel,
                                     graph::FusionOp fusion);
mlir::LogicalResult lowerGather(KernelBuilder &kernel, graph::FusionOp fusion);
mlir::LogicalResult lowerScatter(KernelBuilder &kernel, graph::FusionOp fusion);
mlir::LogicalResult lowerMove(KernelBuilder &kernel, graph::FusionOp fusion);
mlir::LogicalResult lowerReduce(KernelBuilder &kernel, graph::FusionOp fusion);
mlir::LogicalResult lowerRow(KernelBuilder &kernel, graph::FusionOp fusion);
mlir::LogicalResult lowerWindow(KernelBuilder &kernel, graph::FusionOp fusion);

} // namespace glia

#endif
