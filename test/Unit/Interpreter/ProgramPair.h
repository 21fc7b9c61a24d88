//===- ProgramPair.h - Two programs over one table of cores ---------------===//
#ifndef GLIA_TEST_UNIT_INTERPRETER_PROGRAMPAIR_H
#define GLIA_TEST_UNIT_INTERPRETER_PROGRAMPAIR_H

#include "TestProgram.h"

namespace glia::test {

/// The second program is what is added after `other()`.
struct ProgramPair {
  TestProgram program;
  ProgramPair(std::vector<uint32_t> cores,
              std::vector<std::vector<uint32_t>> groups) {
    program.image.coreToProgram = std::move(cores);
    if (!groups.empty())
      program.image.replicaGroups.push_back({std::move(groups)});
  }
  /// Ends the first program and begins the second.
  TestProgram &other() {
    end();
    std::swap(first, program.image.programs[0]);
    return program;
  }
  /// Runs both; they may be run again.
  llvm::Error run(MachineOptions options = {}) {
    if (!ended)
      end();
    ended = true;
    ObjectImage image = program.image;
    image.programs.insert(image.programs.begin(), first);
    image.entries = {{"main", {}, 0, {}}, {"main", {}, 1, {}}};
    auto machine = Machine::createFromImage(image, nullptr, options);
    REQUIRE(bool(machine));
    return (*machine)->run();
  }

private:
  void end() {
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!program.image.programs[0].text[engine].empty())
        program.add(Halt{static_cast<Engine>(engine)});
  }
  Program first;
  bool ended = false;
};

} // namespace glia::test

#endif
