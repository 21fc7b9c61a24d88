//===- ValidateCollective.h - Collectives fit their groups ----------------===//
#ifndef GLIA_LIB_OBJECT_VALIDATECOLLECTIVE_H
#define GLIA_LIB_OBJECT_VALIDATECOLLECTIVE_H

#include "glia/ISA/Instructions.h"
#include "glia/Object/Object.h"
#include "llvm/ADT/DenseMap.h"

namespace glia::object {

/// For the streams of one program.
class CollectiveValidator {
public:
  CollectiveValidator(const ObjectImage &image, uint32_t program)
      : image(image), program(program) {}

  /// The set of groups is there, belongs to one stream, and its groups divide
  /// the operands as the instruction says. Any other instruction is fine.
  /// Errors: E1215, E1216.
  llvm::Error check(const isa::Instruction &instruction);

private:
  /// Sizes of the groups in which the program's cores are, each once.
  llvm::ArrayRef<uint32_t> groupSizes(uint16_t set);

  const ObjectImage &image;
  uint32_t program;
  llvm::DenseMap<uint16_t, llvm::SmallVector<uint32_t, 2>> sizes;
  llvm::DenseMap<uint16_t, isa::Engine> owners;
};

} // namespace glia::object

#endif
