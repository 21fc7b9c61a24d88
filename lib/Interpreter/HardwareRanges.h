//===- HardwareRanges.h - Where hardware's functions are off --------------===//
//
// Hardware evaluates some activation functions by tables that hold for a part
// of fp32 only. The machine is right everywhere; --check counts the values
// that hardware would get wrong, per instruction.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_HARDWARERANGES_H
#define GLIA_LIB_INTERPRETER_HARDWARERANGES_H

#include "Core.h"
#include "glia/Object/Object.h"
#include <map>
#include <string>
#include <vector>

namespace glia::interpreter {

class HardwareRanges {
public:
  void clear() { found.clear(); }
  /// Before an activate runs.
  void look(Core &core, const ObjectImage &image, uint32_t program,
            const DecodedInstruction &instruction);
  /// One line an instruction, in order of program and pc.
  std::vector<std::string> warnings() const;

private:
  struct Finding {
    std::string function, range, place; // of the instruction
    uint64_t values = 0;
    float first = 0;
  };
  std::map<std::pair<uint32_t, uint32_t>, Finding> found; // program, pc
};

} // namespace glia::interpreter

#endif
