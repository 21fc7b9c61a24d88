//===- DependenceGraph.cpp - What must come before what -------------------===//
//
// Tiles have no addresses yet, so each tile and each buffer is a space of its
// own. Parts of one tile that different ops fill are ordered by SSA, but do
// not wait for each other.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/DependenceGraph.h"
#include "dialects/Tile/HazardTracker.h"

using namespace mlir;
using namespace glia::tile;

namespace {

class GraphBuilder {
public:
  explicit GraphBuilder(ProgramModel &model) : model(model) {
    for (unsigned i = 0; i < model.ops.size(); ++i)
      position[model.ops[i]] = i;
    for (unsigned i = 0; i < model.ops.size(); ++i)
      model.ops[i].forEachAccess([&](const Access &access) {
        if (access.isWrite && access.buffer)
          lastWrite[access.value] = i;
      });
    tileTrackers.assign(model.tiles.size(), HazardTracker(/*extent=*/1, /*agentsInOrder=*/false));
  }

  ScheduleProblem build() {
    problem.nodes.resize(model.ops.size());
    for (unsigned i = 0; i < model.ops.size(); ++i) {
      addNode(i);
      addSSAEdges(i);
      addHazardEdges(i);
    }
    for (const TileStorage &tile : model.tiles) {
      int64_t size = tile.psum ? llvm::divideCeil(tile.bytes, psumBankBytes) : llvm::alignTo(tile.bytes, tileAlignment);
      problem.tiles.push_back({tile.psum, static_cast<uint32_t>(size), tile.touches});
    }
    return std::move(problem);
  }

private:
  void addNode(unsigned i) {
    ScheduleNode &node = problem.nodes[i];
    node.stream = static_cast<uint8_t>(model.ops[i].getEngine());
    if (!model.ops[i].getDmaIssue())
      return;
    if (model.ops[i].getReplicaGroups() >= 0) {
      node.transfer = Transfer::collective;
      // Program order: the same on all cores, whatever the scheduler does.
      if (lastCollective)
        addEdge(*lastCollective, i, false);
      lastCollective = i;
      return;
    }
    Operation *op = model.ops[i];
    bool isStore = llvm::isa<StoreOp, CopyBufferOp, ScatterOp>(op) || (llvm::isa<MoveOp>(op) && model.ops[i].getEngine() != glia::isa::Engine::sync);
    node.transfer = isStore ? Transfer::store : Transfer::load;
  }

  void addEdge(unsigned from, unsigned to, bool timed) { problem.edges.push_back({from, to, timed}); }

  void addSSAEdges(unsigned i) {
    for (Value operand : model.ops[i]->getOperands())
      if (auto found = position.find(operand.getDefiningOp()); found != position.end())
        addEdge(found->second, i, false);
    if (Value previous = model.ops[i].getPreviousVersion())
      for (Operation *reader : previous.getUsers())
        if (unsigned at = position.lookup(reader); at < i)
          addEdge(at, i, false);
  }

  void addHazardEdges(unsigned i) {
    stamped.resize(model.ops.size(), 0);
    auto report = [&](unsigned earlier) {
      if (stamped[earlier] != i + 1) {
        stamped[earlier] = i + 1;
        addEdge(earlier, i, true);
      }
    };
    for (bool writes : {false, true})
      model.ops[i].forEachAccess([&](const Access &access) {
        if (access.isWrite != writes || (access.buffer && !ProgramModel::isWritable(access.value)))
          return;
        HazardTracker &tracker = access.buffer ? bufferTracker(access.value) : tileTrackers[model.tileOf.lookup(access.value)];
        MemoryRegion region = ProgramModel::regionOf(access, 0);
        if (writes)
          tracker.write(region, i, 0, report);
        else
          tracker.read(region, i, 0, report, /*writesFollow=*/access.tile || i < lastWrite.lookup(access.value));
      });
  }

  HazardTracker &bufferTracker(Value buffer) {
    int64_t bytes = cast<BufferType>(buffer.getType()).getBytes();
    return bufferTrackers.try_emplace(buffer, bytes, /*agentsInOrder=*/false).first->second;
  }

  ProgramModel &model;
  ScheduleProblem problem;
  DenseMap<Operation *, unsigned> position;
  std::vector<HazardTracker> tileTrackers;
  DenseMap<Value, HazardTracker> bufferTrackers;
  DenseMap<Value, unsigned> lastWrite; // of each buffer
  std::vector<unsigned> stamped;
  std::optional<unsigned> lastCollective;
};

} // namespace

ScheduleProblem glia::tile::buildScheduleProblem(ProgramModel &model) { return GraphBuilder(model).build(); }
