//===- ProgramModel.h - A tile program as numbers -------------------------===//
//
// The side tables that the back end's passes share: the ops of a function in
// order, the tiles (one for each chain of versions) with their sizes, and the
// bytes that each access touches. Built by one walk; ops are not changed.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_PROGRAMMODEL_H
#define GLIA_DIALECTS_TILE_PROGRAMMODEL_H

#include "dialects/Tile/MemoryRegion.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/ISA/Instructions.h"
#include "llvm/ADT/DenseMap.h"

namespace glia::tile {

inline constexpr int64_t psumBankBytes = 2048, psumBanks = 8;
inline constexpr int64_t tileAlignment = 64, ioAlignment = 4096;
/// One core's part of the chip's memory.
inline int64_t hbmShare(const isa::Target &target) { return target.hbmBytes / target.coresPerChip; }
/// On a function: every op waits for all earlier ones (-O0).
inline constexpr llvm::StringLiteral fullBarriersName = "tile.full_barriers";

/// One chain of versions: one address.
struct TileStorage {
  mlir::Operation *first;        // makes the first version and carries the address
  bool psum;
  uint32_t bytes;                // per partition
  std::vector<unsigned> touches; // positions of the ops that read or write it, ascending
};

struct ProgramModel {
  /// Fails with a diagnostic if an op of the function is no tile op, or a version has no known origin.
  static llvm::FailureOr<ProgramModel> build(mlir::func::FuncOp function);

  std::vector<BufferOp> buffers;
  std::vector<EngineOpInterface> ops; // in order
  std::vector<TileStorage> tiles;
  llvm::DenseMap<mlir::Value, unsigned> tileOf; // each version
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 2>> bufferUses; // positions, ascending

  /// What an access touches, relative to the address `base` of its tile or buffer.
  static MemoryRegion regionOf(const Access &access, int64_t base);
  /// Whether the program may write to the buffer at all.
  static bool isWritable(mlir::Value buffer);
};

} // namespace glia::tile

#endif
