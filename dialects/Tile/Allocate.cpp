//===- Allocate.cpp - tile-allocate ---------------------------------------===//
//
// Scheduled to allocated: byte offsets in SBUF, banks in PSUM, the HBM image.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/Storage.h"
#include "glia/Support/Error.h"
#include <numeric>

#define DEBUG_TYPE "tile-allocate"

namespace glia::tile {
#define GEN_PASS_DEF_ALLOCATEPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

static LogicalResult reportFull(const ProgramModel &model, const TileAllocation &result, int64_t sbufBytes) {
  const TileStorage &tile = model.tiles[result.failedTile];
  ErrorCode code = result.psumFull ? ErrorCode::E4641 : ErrorCode::E4640;
  return tile.first->emitError() << formatCode(code) << ": expects a tile of " << tile.bytes << " bytes per partition beside "
                                   << result.liveBeside << " live ones to fit into " << (result.psumFull ? "PSUM" : "SBUF") << " of "
                                   << (result.psumFull ? psumBanks * psumBankBytes : sbufBytes) << " bytes per partition";
}

/// Inputs, outputs and states first, so that a loader finds them at page borders, then constants, then what is reused.
static FailureOr<int64_t> layOutBuffers(func::FuncOp function, ProgramModel &model, int64_t hbmBytes) {
  int64_t end = 0;
  auto place = [&](BufferOp buffer, int64_t alignment) {
    end = llvm::alignTo(end, alignment);
    buffer.setAddress(end);
    end += llvm::alignTo(cast<BufferType>(buffer.getType()).getBytes(), tileAlignment);
  };
  for (BufferOp buffer : model.buffers)
    if (buffer.getKind() != BufferKind::constant && buffer.getKind() != BufferKind::scratch)
      place(buffer, ioAlignment);
  for (BufferOp buffer : model.buffers)
    if (buffer.getKind() == BufferKind::constant)
      place(buffer, tileAlignment);

  std::vector<LiveBuffer> live;
  std::vector<BufferOp> scratch;
  for (BufferOp buffer : model.buffers)
    if (buffer.getKind() == BufferKind::scratch) {
      ArrayRef<unsigned> uses = model.bufferUses[buffer];
      int64_t bytes = cast<BufferType>(buffer.getType()).getBytes();
      live.push_back(uses.empty() ? LiveBuffer{0, 1, bytes} : LiveBuffer{uses.front(), uses.back() + 1, bytes});
      scratch.push_back(buffer);
    }
  end = llvm::alignTo(end, ioAlignment);
  // Twice the least lets reuse come late at little cost; if that breaks up, all there is.
  Allocation allocation = allocate(live, {2 * peakLiveBytes(live, ioAlignment), ioAlignment});
  if (!allocation.fits)
    allocation = allocate(live, {hbmBytes - end, ioAlignment});
  int64_t total = end + allocation.peak;
  if (!allocation.fits || total > hbmBytes) {
    function.emitError() << formatCode(ErrorCode::E4642) << ": expects at most " << hbmBytes << " bytes of HBM, needs "
                           << std::max(total, end + peakLiveBytes(live, ioAlignment));
    return failure();
  }
  for (unsigned i = 0; i < scratch.size(); ++i)
    scratch[i].setAddress(end + allocation.offsets[i]);
  return llvm::alignTo(total, ioAlignment);
}

namespace {

struct AllocatePass : glia::tile::impl::AllocatePassBase<AllocatePass> {
  using AllocatePassBase::AllocatePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    const isa::Target *machine = isa::findTarget(target);
    if (!machine) {
      function.emitOpError() << "cannot be allocated for the unknown target `" << target << "`";
      return signalPassFailure();
    }
    FailureOr<ProgramModel> model = ProgramModel::build(function);
    if (failed(model))
      return signalPassFailure();
    std::vector<unsigned> inOrder(model->ops.size());
    std::iota(inOrder.begin(), inOrder.end(), 0);
    TileAllocation tiles = allocateTiles(*model, inOrder, machine->sbufBytesPerPartition);
    if (!tiles.fits) {
      (void)reportFull(*model, tiles, machine->sbufBytesPerPartition);
      return signalPassFailure();
    }
    for (unsigned t = 0; t < model->tiles.size(); ++t)
      cast<EngineOpInterface>(model->tiles[t].first).setTileAddress(tiles.addresses[t]);
    FailureOr<int64_t> hbm = layOutBuffers(function, *model, hbmShare(*machine));
    if (failed(hbm))
      return signalPassFailure();
    sbufPeak.updateMax(tiles.sbufPeak);
    psumPeak.updateMax(tiles.psumPeak / psumBankBytes);
    hbmBytes += *hbm;
  }
};

} // namespace
