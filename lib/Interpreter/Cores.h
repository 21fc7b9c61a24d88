//===- Cores.h - The cores of a run, and what they share ------------------===//
#ifndef GLIA_LIB_INTERPRETER_CORES_H
#define GLIA_LIB_INTERPRETER_CORES_H

#include "Collective.h"
#include "Core.h"
#include "Program.h"
#include "Weights.h"

namespace glia::interpreter {

/// What one core does when an entry is called.
struct CoreTask {
  const Entry *entry = nullptr; // null: the core is idle
  const DecodedProgram *program = nullptr;
};

class Cores {
public:
  /// One for each place of the core table. `options` outlives the cores.
  /// Errors: E4401 and those of Core::create.
  static llvm::Expected<std::unique_ptr<Cores>>
  create(const ObjectImage &image, Machine::WeightReader readWeights,
         const isa::Target &target, const MachineOptions &options);

  unsigned size() const { return static_cast<unsigned>(cores.size()); }
  Core &operator[](size_t number) { return *cores[number]; }
  /// Null if the run has no such core.
  Core *find(uint64_t number) {
    return number < cores.size() ? cores[number].get() : nullptr;
  }
  /// The state at the start of a call; HBM stays.
  void reset(uint32_t step, llvm::ArrayRef<CoreTask> tasks);
  /// Puts every stream at its entry, with the core's number in r47. Errors:
  /// E3406.
  llvm::Error start(llvm::ArrayRef<CoreTask> tasks);

  const ObjectImage &image;
  Collectives collectives;
  ThreadPool threads; // one core an item

private:
  Cores(const ObjectImage &image, unsigned threads)
      : image(image), collectives(image), threads(threads) {}
  std::unique_ptr<SharedWeights> weights;
  std::vector<std::unique_ptr<Core>> cores;
};

} // namespace glia::interpreter

#endif
