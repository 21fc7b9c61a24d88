//===- CollectiveCall.h - One rank's call of a collective -----------------===//
//
// How ranks meet, and what they must agree on: the same for values and for the
// timing model, which has no data.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_COLLECTIVECALL_H
#define GLIA_LIB_INTERPRETER_COLLECTIVECALL_H

#include "glia/ISA/Instructions.h"
#include "glia/Object/Object.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

/// Which collective: the n-th of a group of a set.
struct CollectiveKey {
  uint32_t set, group;
  uint64_t sequence;
  auto operator<=>(const CollectiveKey &) const = default;
};

/// What an instruction says, and where it stands.
struct CollectiveCall {
  uint32_t coreNumber = 0;
  unsigned engine = 0;
  uint32_t pc = 0;

  isa::Opcode opcode{}; // over SBUF as over HBM
  bool isOnChip = false;
  ElementType type{};
  isa::ReduceOp op{};
  uint16_t number = 0; // shift or root
  /// The operand is `outer` pieces, each cut into blocks: 1, or the partitions
  /// of a collective along the free axis.
  uint64_t outer = 1;
  uint64_t destinationElements = 0, sourceElements = 0;
};

/// The same operation over HBM.
constexpr isa::Opcode overHbm(isa::Opcode opcode) {
  switch (opcode) {
  case isa::Opcode::allReduceSbuf:
    return isa::Opcode::allReduce;
  case isa::Opcode::allGatherSbuf:
    return isa::Opcode::allGather;
  case isa::Opcode::reduceScatterSbuf:
    return isa::Opcode::reduceScatter;
  case isa::Opcode::allToAllSbuf:
    return isa::Opcode::allToAll;
  case isa::Opcode::permuteSbuf:
    return isa::Opcode::permute;
  case isa::Opcode::broadcastSbuf:
    return isa::Opcode::broadcast;
  default:
    return opcode;
  }
}

inline uint64_t elementsOf(const isa::HbmOperand &operand) {
  return operand.elements();
}
inline uint64_t elementsOf(const isa::OnChipOperand &operand) {
  return operand.partitions * operand.elementsPerPartition();
}

template <typename T>
CollectiveCall collectiveCall(const T &x, uint32_t core, uint32_t pc) {
  CollectiveCall call;
  call.coreNumber = core;
  call.engine = static_cast<unsigned>(x.engine);
  call.pc = pc;
  call.opcode = overHbm(T::opcode);
  call.isOnChip = call.opcode != T::opcode;
  call.type = x.destination.type;
  if constexpr (requires { x.op; })
    call.op = x.op; // add, max or min: `collective_operator`
  if constexpr (requires { x.shift; })
    call.number = x.shift;
  if constexpr (requires { x.root; })
    call.number = x.root;
  if constexpr (requires { x.axis; })
    call.outer = x.axis ? x.destination.partitions : 1;
  call.destinationElements = elementsOf(x.destination);
  call.sourceElements = elementsOf(x.source);
  return call;
}

/// A core's group in a set of replica groups, and its rank there. Errors:
/// E3421.
llvm::Expected<std::pair<uint32_t, uint32_t>>
findGroup(const ObjectImage &image, uint32_t set, uint32_t core);

/// Do the ranks want the same, and does it fit their number? Errors: E3420,
/// with who differs.
llvm::Error checkAgreement(const CollectiveKey &key,
                           llvm::ArrayRef<const CollectiveCall *> ranks);

/// E3422: the cores that have not come (null), and those that have.
GliaError missingRanks(const ObjectImage &image, const CollectiveKey &key,
                       llvm::ArrayRef<const CollectiveCall *> ranks);

} // namespace glia::interpreter

#endif
