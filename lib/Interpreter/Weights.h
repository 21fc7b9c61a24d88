//===- Weights.h - Constants that several cores hold ----------------------===//
//
// Read from the file once and kept in host memory once, however many cores hold
// them: the whole pages of a large constant are mapped into each core's HBM, the
// rest is copied there.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_WEIGHTS_H
#define GLIA_LIB_INTERPRETER_WEIGHTS_H

#include "WeightChunks.h"
#include "glia/Interpreter/Machine.h"
#include <mutex>
#include <vector>

namespace glia::interpreter {

class SharedWeights {
public:
  /// Errors: E4401.
  static llvm::Expected<std::unique_ptr<SharedWeights>>
  create(const ObjectImage &image, Machine::WeightReader readWeights);
  ~SharedWeights();

  /// Does more than one core hold it?
  bool holds(size_t constant) const { return spans[constant].isShared; }
  /// Host bytes that the cores need not have of their own.
  uint64_t bytes() const { return size; }
  /// Puts the pages of a constant into a core's HBM image at `hbm`; the range
  /// [low, high) of HBM that is mapped now, empty for a small constant. Errors:
  /// E4401.
  llvm::Expected<std::pair<uint64_t, uint64_t>> map(size_t constant,
                                                    uint8_t *hbm) const;
  /// The bytes of one of WeightChunks, read at the first call. Safe from several threads.
  llvm::Expected<llvm::ArrayRef<uint8_t>> chunk(size_t constant,
                                                uint64_t number);

private:
  struct Span {
    bool isShared = false;
    uint64_t hbmOffset = 0, bytes = 0;
    uint64_t at = 0; // in the file; as far from a page's start as in HBM
    WeightChunks chunks;
    std::vector<bool> loaded;
  };
  SharedWeights() = default;

  int file = -1; // in memory
  uint8_t *memory = nullptr;
  uint64_t size = 0;
  std::vector<Span> spans; // one for each constant
  Machine::WeightReader readWeights;
  std::mutex mutex;
};

} // namespace glia::interpreter

#endif
