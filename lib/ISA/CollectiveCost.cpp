//===- CollectiveCost.cpp - How long cores take together ------------------===//
//
// Latency and bandwidth of the algorithm that fits the size and the topology
// (docs/Machine.md, section 6). Which one is charged never changes a value.
//
//===----------------------------------------------------------------------===//
#include "glia/ISA/CollectiveCost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace glia::isa {

#include "glia/ISA/Instances.cpp.inc"

ArrayRef<Instance> allInstances() { return instanceRecords; }

static constexpr double meshLimit = 1 << 20,              // bytes
    recursiveLimit = 56.0 * (1 << 20);                    // bytes
/// HBM accesses that the duplicating ring saves.
static constexpr double kangaGather = 0.25, kangaScatter = 0.33;

StringRef name(CollectiveAlgorithm algorithm) {
  switch (algorithm) {
  case CollectiveAlgorithm::none:
    return "none";
  case CollectiveAlgorithm::ring:
    return "ring";
  case CollectiveAlgorithm::mesh:
    return "mesh";
  case CollectiveAlgorithm::recursive:
    return "recursive doubling and halving";
  case CollectiveAlgorithm::kangaRing:
    return "kangaring";
  case CollectiveAlgorithm::hierarchical:
    return "hierarchical";
  }
  return "?";
}

const Instance &instanceFor(const Target &target, uint64_t cores) {
  const Instance *largest = nullptr;
  for (const Instance &instance : allInstances()) {
    if (instance.target != target.name)
      continue;
    if (instance.chips * instance.groups * target.coresPerChip >= cores)
      return instance;
    largest = &instance;
  }
  assert(largest && "every target has an instance");
  return *largest;
}

namespace {
/// Ranks that reach each other by one kind of link.
struct Fabric {
  uint64_t ranks = 1;
  double hop = 0;       // ns
  double neighbour = 0; // B/ns of one rank to the next
  double all = 0;       // B/ns of one rank while all send
  bool isPaired = false; // ranks come in pairs on a chip
  unsigned stages = 1;   // of a mesh
};

struct Time {
  double ns = 0;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
};

enum class Pass { gather, scatter, reduce, exchange, shift };
} // namespace

/// `bytes` of the whole operand; a reduce is a scatter and a gather.
static Time timeOn(const Fabric &fabric, Pass pass, double bytes) {
  if (fabric.ranks <= 1)
    return {};
  double n = double(fabric.ranks), part = bytes * (n - 1) / n;
  double passes = pass == Pass::reduce ? 2 : 1;
  if (pass == Pass::shift)
    return {fabric.hop + bytes / fabric.neighbour, CollectiveAlgorithm::ring};
  // An all-reduce in one step sends everything at once.
  if (bytes < meshLimit || pass == Pass::exchange)
    return {fabric.stages * fabric.hop + passes * part / fabric.all,
            CollectiveAlgorithm::mesh};
  if (bytes <= recursiveLimit && isPowerOf2_64(fabric.ranks))
    return {passes * (Log2_64(fabric.ranks) * fabric.hop + part / fabric.all),
            CollectiveAlgorithm::recursive};
  if (fabric.isPaired) {
    double gather = part * (1 - kangaGather) / fabric.neighbour,
           scatter = part * (1 - kangaScatter) / fabric.neighbour;
    double work = pass == Pass::gather    ? gather
                  : pass == Pass::scatter ? scatter
                                          : gather + scatter;
    return {passes * n / 2 * fabric.hop + work, CollectiveAlgorithm::kangaRing};
  }
  return {passes * ((n - 1) * fabric.hop + part / fabric.neighbour),
          CollectiveAlgorithm::ring};
}

namespace {
/// Where the ranks of a group are.
struct Places {
  uint64_t ranks, chips, ranksOnChip, groups, ranksInGroup;
  bool isPaired;
};
} // namespace

static Places placesOf(ArrayRef<uint32_t> group, const Target &target,
                       const Instance &instance) {
  std::map<uint64_t, uint64_t> onChip, inGroup;
  for (uint32_t core : group) {
    uint64_t chip = core / target.coresPerChip;
    ++onChip[chip];
    ++inGroup[chip / instance.chips];
  }
  Places places{group.size(), onChip.size(), 0, inGroup.size(), 0, true};
  for (auto [chip, ranks] : onChip) {
    places.ranksOnChip = std::max(places.ranksOnChip, ranks);
    places.isPaired &= ranks % 2 == 0;
  }
  for (auto [number, ranks] : inGroup)
    places.ranksInGroup = std::max(places.ranksInGroup, ranks);
  return places;
}

static Fabric insideGroup(const Places &places, const Target &target,
                          const Instance &instance) {
  double local = target.collectiveEfficiency * double(target.dmaEngines) *
                 target.dmaBytesPerNanosecond;
  Fabric fabric{places.ranksInGroup, target.collectiveHopNanoseconds,
                local,               local,
                places.isPaired,     1};
  if (places.chips / places.groups <= 1)
    return fabric;
  // A torus has four links a chip, and a message crosses rows and columns.
  double link = instance.linkBytesPerNanosecond;
  double distance = instance.isSwitched ? 1
                                        : std::max(1.0, double(instance.rows +
                                                               instance.columns) /
                                                            4);
  fabric.neighbour = std::min(local, instance.isSwitched ? link : link / 4);
  fabric.all =
      std::min(local, link / (double(places.ranksOnChip) * distance));
  fabric.stages = places.ranksOnChip > 1 ? 2 : 1;
  return fabric;
}

static Fabric betweenGroups(const Places &places, const Target &target,
                            const Instance &instance) {
  double local = target.collectiveEfficiency * double(target.dmaEngines) *
                 target.dmaBytesPerNanosecond;
  bool isLinked = places.groups <= instance.groups;
  double share =
      isLinked ? instance.groupLinkBytesPerNanosecond /
                     double(places.ranksOnChip)
               : instance.efaBytesPerNanosecond /
                     double(instance.chips * target.coresPerChip);
  double rate = std::min(local, share);
  return {places.groups,
          isLinked ? target.collectiveHopNanoseconds
                   : target.efaHopNanoseconds,
          rate,
          rate,
          false,
          1};
}

static Pass passOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::allReduce:
  case Opcode::allReduceSbuf:
    return Pass::reduce;
  case Opcode::reduceScatter:
  case Opcode::reduceScatterSbuf:
    return Pass::scatter;
  case Opcode::allToAll:
  case Opcode::allToAllSbuf:
    return Pass::exchange;
  case Opcode::permute:
  case Opcode::permuteSbuf:
    return Pass::shift;
  default: // a broadcast is compiled into an all-gather
    return Pass::gather;
  }
}

CollectiveCost collectiveCost(Opcode opcode, uint64_t bytes,
                              ArrayRef<uint32_t> group, const Target &target,
                              const Instance &instance) {
  Places places = placesOf(group, target, instance);
  Pass pass = passOf(opcode);
  Fabric inside = insideGroup(places, target, instance);
  double size = double(bytes);
  if (places.groups == 1) {
    Time time = timeOn(inside, pass, size);
    return {time.ns, time.algorithm};
  }
  Fabric between = betweenGroups(places, target, instance);
  if (places.ranksInGroup == 1) {
    Time time = timeOn(between, pass, size);
    return {time.ns, time.algorithm};
  }
  // Each rank talks to its like in the other groups about its own slice.
  double slice = size / double(places.ranksInGroup);
  double ns = 0;
  if (pass == Pass::reduce)
    ns = timeOn(inside, Pass::scatter, size).ns +
         timeOn(between, Pass::reduce, slice).ns +
         timeOn(inside, Pass::gather, size).ns;
  else
    ns = timeOn(inside, pass, size).ns + timeOn(between, pass, slice).ns;
  return {ns, CollectiveAlgorithm::hierarchical};
}

} // namespace glia::isa
