//===- VerifyPhase.cpp - tile-verify-phase --------------------------------===//
//
// What each phase promises to the next one, checked apart from the passes that
// make it so. Labels: phase_c1 to phase_c16.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Passes.h"
#include "dialects/Tile/ProgramModel.h"
#include <map>

namespace glia::tile {
#define GEN_PASS_DEF_VERIFYPHASEPASS
#include "dialects/Tile/Passes.h.inc"
} // namespace glia::tile

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

enum class TilePhase { tiled, scheduled, allocated, synchronised };

std::optional<TilePhase> parsePhase(StringRef text) {
  return llvm::StringSwitch<std::optional<TilePhase>>(text)
      .Case("tiled", TilePhase::tiled)
      .Case("scheduled", TilePhase::scheduled)
      .Case("allocated", TilePhase::allocated)
      .Case("synchronised", TilePhase::synchronised)
      .Default(std::nullopt);
}

class PhaseVerifier {
public:
  PhaseVerifier(ProgramModel &model, TilePhase phase, const isa::Target &machine, const Grid &grid)
      : model(model), phase(phase), machine(machine), grid(grid) {}

  LogicalResult verify() {
    for (BufferOp buffer : model.buffers)
      if (failed(verifyBuffer(buffer)))
        return failure();
    for (const TileStorage &tile : model.tiles)
      if (failed(verifyTile(tile)))
        return failure();
    for (EngineOpInterface op : model.ops)
      if (failed(verifyReadOnly(op)) || failed(verifyCollective(op)) || failed(verifyIssue(op)) || failed(verifySemaphores(op)))
        return failure();
    for (auto [semaphore, value] : semaphores)
      if (value != 0)
        return model.ops.back()->emitOpError() << "expects every semaphore to end at 0, but " << semaphore << " ends at " << value
                                               << " (phase_c1)";
    return success();
  }

private:
  bool isAtLeast(TilePhase wanted) const { return phase >= wanted; }

  LogicalResult verifyBuffer(BufferOp buffer) {
    if (auto split = buffer.getSplit())
      for (int64_t axis : *split)
        if (axis >= int64_t(grid.axes()))
          return buffer.emitOpError() << "expects axes of `split` below the grid's " << grid.axes() << ", got " << axis << " (phase_c13)";
    int64_t address = buffer.getAddress();
    if (!isAtLeast(TilePhase::allocated))
      return address < 0 ? success() : LogicalResult(buffer.emitOpError() << "expects no address before phase allocated (phase_c2)");
    int64_t bytes = cast<BufferType>(buffer.getType()).getBytes();
    if (address < 0 || address + bytes > hbmShare(machine))
      return buffer.emitOpError() << "expects an address inside HBM of " << hbmShare(machine) << " bytes, got " << address
                                  << " (phase_c3)";
    BufferKind kind = buffer.getKind();
    bool isBound = kind != BufferKind::constant && kind != BufferKind::scratch;
    if (isBound && address % ioAlignment)
      return buffer.emitOpError() << "expects a multiple of " << ioAlignment << ", got " << address << " (phase_c4)";
    return success();
  }

  LogicalResult verifyTile(const TileStorage &tile) {
    int64_t address = cast<EngineOpInterface>(tile.first).getTileAddress();
    if (!isAtLeast(TilePhase::allocated))
      return address < 0 ? success() : LogicalResult(tile.first->emitOpError() << "expects no address before phase allocated (phase_c5)");
    int64_t size = tile.psum ? psumBanks * psumBankBytes : int64_t(machine.sbufBytesPerPartition);
    int64_t alignment = tile.psum ? psumBankBytes : tileAlignment;
    if (address < 0 || address % alignment || address + tile.bytes > size)
      return tile.first->emitOpError() << "expects " << tile.bytes << " bytes at a multiple of " << alignment << " inside " << size
                                       << " bytes, got " << address << " (phase_c6)";
    return success();
  }

  LogicalResult verifyReadOnly(EngineOpInterface op) {
    LogicalResult result = success();
    op.forEachAccess([&](const Access &access) {
      if (access.isWrite && access.buffer && !ProgramModel::isWritable(access.value))
        result = op->emitOpError() << "expects inputs and constants to be read only (phase_c7)";
    });
    return result;
  }

  /// Each rank has its block, and one stream has all collectives on a set.
  LogicalResult verifyCollective(EngineOpInterface op) {
    int64_t group = op.getReplicaGroups();
    if (group < 0)
      return success();
    if (group >= int64_t(grid.axes()))
      return op->emitOpError() << "expects a set of replica groups below the grid's " << grid.axes() << " axes, got " << group
                               << " (phase_c14)";
    auto owner = collectiveOwners.try_emplace(group, op.getEngine()).first->second;
    if (isAtLeast(TilePhase::scheduled) && owner != op.getEngine())
      return op->emitOpError() << "expects collectives on replica groups " << group << " in one stream, " << keyword(owner)
                               << " (phase_c15)";
    uint64_t least = UINT64_MAX, most = 0;
    op.forEachAccess([&](const Access &access) {
      least = std::min(least, access.buffer->elements());
      most = std::max(most, access.buffer->elements());
    });
    uint64_t ranks = grid.extent(group);
    if (!llvm::isa<AllReduceOp>(op.getOperation()) && most != ranks * least)
      return op->emitOpError() << "expects a block of " << least << " elements for each of " << ranks << " cores, got " << most
                               << " elements (phase_c16)";
    return success();
  }

  LogicalResult verifyIssue(EngineOpInterface op) {
    DmaIssue *issue = op.getDmaIssue();
    if (!issue)
      return success();
    if (!isAtLeast(TilePhase::scheduled)) {
      if (issue->queue >= 0)
        return op->emitOpError() << "expects no queue before phase scheduled (phase_c8)";
    } else if (issue->queue < 0 || issue->queue > 15) {
      return op->emitOpError() << "expects a queue in 0..15, got " << int(issue->queue) << " (phase_c9)";
    } else {
      auto owner = queueOwners.try_emplace(issue->queue, op.getEngine()).first->second;
      if (owner != op.getEngine())
        return op->emitOpError() << "expects queue " << int(issue->queue) << " to belong to one stream, " << keyword(owner)
                                 << " (phase_c10)";
    }
    if (!isAtLeast(TilePhase::synchronised) && issue->signalMask)
      return op->emitOpError() << "expects no signals before phase synchronised (phase_c11)";
    for (unsigned consumer = 0; consumer < 5; ++consumer)
      if (issue->signalMask >> consumer & 1)
        semaphores[issue->signalBase + consumer] += 16;
    return success();
  }

  LogicalResult verifySemaphores(EngineOpInterface op) {
    if (!llvm::isa<WaitOp, SignalOp>(op.getOperation()))
      return success();
    if (!isAtLeast(TilePhase::synchronised))
      return op->emitOpError() << "expects no semaphores before phase synchronised (phase_c11)";
    if (auto signal = dyn_cast<SignalOp>(op.getOperation())) {
      semaphores[signal.getSemaphore()] += int64_t(signal.getValue());
      return success();
    }
    auto wait = cast<WaitOp>(op.getOperation());
    int64_t reached = semaphores[wait.getSemaphore()];
    if (reached < int64_t(wait.getValue()))
      return op->emitOpError() << "waits for " << int64_t(wait.getValue()) << ", but only " << reached
                               << " is added before it (phase_c12)";
    return success();
  }

  ProgramModel &model;
  TilePhase phase;
  const isa::Target &machine;
  const Grid grid;
  std::map<int, isa::Engine> queueOwners;
  std::map<int64_t, isa::Engine> collectiveOwners;
  std::map<int64_t, int64_t> semaphores;
};

struct VerifyPhasePass : glia::tile::impl::VerifyPhasePassBase<VerifyPhasePass> {
  using VerifyPhasePassBase::VerifyPhasePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    std::optional<TilePhase> wanted = parsePhase(phase);
    const isa::Target *machine = isa::findTarget(target);
    if (!wanted || !machine) {
      function.emitOpError() << "cannot be verified: unknown " << (wanted ? "target `" + target + "`" : "phase `" + phase + "`");
      return signalPassFailure();
    }
    FailureOr<ProgramModel> model = ProgramModel::build(function);
    if (failed(model) || failed(PhaseVerifier(*model, *wanted, *machine, gridOf(function)).verify()))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
