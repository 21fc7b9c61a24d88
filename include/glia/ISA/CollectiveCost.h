//===- CollectiveCost.h - How long cores take together --------------------===//
//
// The one model of collectives: the machine's timing, the compiler's choices and
// reports ask it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ISA_COLLECTIVECOST_H
#define GLIA_ISA_COLLECTIVECOST_H

#include "glia/ISA/Instructions.h"

namespace glia::isa {

/// Chips and the links between them. A group is a torus, or all that one switch
/// joins; an instance may have several.
struct Instance {
  llvm::StringRef name, target;
  uint64_t chips; // of a group
  uint64_t groups, rows, columns;
  bool isSwitched;
  double linkBytesPerNanosecond, groupLinkBytesPerNanosecond; // of a chip
  double efaBytesPerNanosecond;                               // of a group
};
/// In the order of the table, the smaller ones of a target first.
llvm::ArrayRef<Instance> allInstances();
/// The smallest that has as many cores, or the largest.
const Instance &instanceFor(const Target &target, uint64_t cores);

enum class CollectiveAlgorithm : uint8_t {
  none, // one rank
  ring,
  mesh,
  recursive,
  kangaRing,
  hierarchical
};
llvm::StringRef name(CollectiveAlgorithm algorithm);

struct CollectiveCost {
  double nanoseconds = 0;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::none;
};
/// Of one collective, from when its last rank has come. `bytes` are those of the
/// larger operand of one rank; `group` are the cores in it.
CollectiveCost collectiveCost(Opcode opcode, uint64_t bytes,
                              llvm::ArrayRef<uint32_t> group,
                              const Target &target, const Instance &instance);

} // namespace glia::isa

#endif
