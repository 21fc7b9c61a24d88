//===- StreamValidator.h - One stream of a program keeps the rules --------===//
//
// ValidateStream.cpp looks at instructions one by one, ValidateControl.cpp at
// where control may go. All of it is linear in the text: a file of a few
// megabytes must not keep anybody waiting.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_STREAMVALIDATOR_H
#define GLIA_LIB_OBJECT_STREAMVALIDATOR_H

#include "HbmUse.h"
#include "ValidateCollective.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"

namespace glia::object {

class StreamValidator {
public:
  static constexpr unsigned numQueues = 16;
  StreamValidator(const ObjectImage &image, const isa::Target &target,
                  uint32_t program, unsigned engine,
                  std::array<int, numQueues> &queueOwners, HbmUse &hbm,
                  CollectiveValidator &collectives)
      : image(image), target(target), program(program), engine(engine),
        queueOwners(queueOwners), hbm(hbm), collectives(collectives) {}

  llvm::Error run();
  llvm::Error checkEntry(const Entry &entry) const;

private:
  static constexpr uint32_t none = 0xFFFFFFFF;
  struct Decoded {
    uint32_t pc;
    isa::Instruction instruction;
  };

  llvm::Error fail(ErrorCode code, uint32_t pc,
                   const llvm::Twine &message) const;
  llvm::Error addFacts(llvm::Error error, uint32_t pc) const;
  llvm::Error decodeAll();
  llvm::Error checkInstruction(const Decoded &decoded);
  llvm::Error checkHbm(uint32_t pc, isa::Access access);

  // ValidateControl.cpp.
  llvm::Error checkLoops();
  llvm::Error checkLoopEnd(uint32_t index, std::vector<uint32_t> &open);
  llvm::Error checkTargets() const;
  llvm::Error checkCalls() const;
  /// The instruction at a pc, or none.
  uint32_t indexAt(uint32_t pc) const {
    return pc < indexOfPc.size() ? indexOfPc[pc] : none;
  }
  /// Instruction starts outside of loops, where control may come from
  /// elsewhere.
  bool isEnterable(uint32_t pc) const {
    uint32_t index = indexAt(pc);
    return index != none && loopOf[index] == none;
  }

  const ObjectImage &image;
  const isa::Target &target;
  uint32_t program;
  unsigned engine;
  std::array<int, numQueues> &queueOwners;
  HbmUse &hbm;
  CollectiveValidator &collectives;
  std::vector<Decoded> code;
  std::vector<uint32_t> indexOfPc; // none inside an instruction
  std::vector<uint32_t> loopOf; // per instruction: its innermost loop's begin
};

} // namespace glia::object

#endif
