//===- ValidateProgram.cpp - The whole program keeps the rules ------------===//
//
// What one instruction cannot tell: control flow that stays on instruction
// starts, nests and ends; queues that belong to one stream; HBM ranges inside
// the image, and constants that nothing writes. After this the interpreter
// meets no instruction that does not decode.
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "StreamValidator.h"

using namespace llvm;

namespace glia {

using namespace object;

/// Chips of the largest instance.
static constexpr uint64_t mostChips = 144;

Error validateProgram(const ObjectImage &image,
                      std::vector<std::string> *warnings) {
  if (Error error = checkTables(image))
    return error;
  const isa::Target *target = isa::findTarget(image.target);
  if (image.coreToProgram.size() > target->coresPerChip * mostChips)
    return makeError(ErrorCode::E1211,
                     "expects at most " +
                         Twine(target->coresPerChip * mostChips) +
                         " cores, got " + Twine(image.coreToProgram.size()));
  std::vector<std::vector<const Entry *>> entriesOf(image.programs.size());
  for (const Entry &entry : image.entries)
    entriesOf[entry.program].push_back(&entry);
  HbmUse hbm(image);
  for (uint32_t program = 0; program < image.programs.size(); ++program) {
    std::array<int, StreamValidator::numQueues> queueOwners;
    queueOwners.fill(-1);
    CollectiveValidator collectives(image, program);
    hbm.beginProgram(program);
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      StreamValidator stream(image, *target, program, engine, queueOwners, hbm,
                             collectives);
      if (Error error = stream.run())
        return error;
      for (const Entry *entry : entriesOf[program])
        if (Error error = stream.checkEntry(*entry))
          return error;
    }
  }
  if (warnings)
    *warnings = hbm.warnings();
  return Error::success();
}

} // namespace glia
