//===- KeptBuffers.h - Buffers that can stay on chip ----------------------===//
//
// What tile-keep-on-chip chooses from.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_KEPTBUFFERS_H
#define GLIA_DIALECTS_TILE_KEPTBUFFERS_H

#include "dialects/Tile/ProgramModel.h"
#include "dialects/Tile/RowLayout.h"

namespace glia::tile {

/// A scratch buffer that is written first and then read, by transfers that rows
/// can take.
struct KeptBuffer {
  BufferOp op;
  RowLayout layout;
  mlir::Type elementType;
  unsigned first, last; // positions of its uses in the program
  int64_t bytesSaved;   // of HBM traffic
  /// Bytes of SBUF per partition.
  int64_t size() const {
    return layout.blocks() * llvm::alignTo(layout.rowBytes, tileAlignment);
  }
};

/// More transfers than this for one access, and HBM is the better place.
unsigned mostTransfers(const BufferPattern &access, unsigned elementBytes);

/// All buffers that can be kept in at most `mostBytes` of each partition.
std::vector<KeptBuffer> findKeepable(const ProgramModel &model,
                                     int64_t mostBytes);

} // namespace glia::tile

#endif
