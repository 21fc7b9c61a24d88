//===- Memory.h - SBUF, PSUM and HBM of one core --------------------------===//
//
// On-chip memory is partition-major: one row of host memory a partition, so
// that an engine's row is contiguous. HBM is one reservation whose pages appear
// when they are touched; constants arrive in it chunk by chunk at first use.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_MEMORY_H
#define GLIA_LIB_INTERPRETER_MEMORY_H

#include "WeightChunks.h"
#include "glia/Interpreter/Machine.h"
#include "llvm/Support/Error.h"
#include <bitset>
#include <cstdint>
#include <vector>

namespace glia::interpreter {

inline constexpr unsigned numPartitions = 128;

class SharedWeights;

/// Anonymous zero pages, given back at the end.
class Reservation {
public:
  Reservation() = default;
  static llvm::Expected<Reservation> create(uint64_t bytes);
  Reservation(Reservation &&other) noexcept;
  Reservation &operator=(Reservation &&other) noexcept;
  ~Reservation();
  uint8_t *data() const { return memory; }
  /// Before anything is touched.
  void wantLargePages(bool wanted);
  /// All zero again, without a touch.
  void clear();

private:
  uint8_t *memory = nullptr;
  uint64_t size = 0;
};

/// The bytes that a program's operands can touch, by blocks of partitions and
/// granules of bytes: all addresses are immediates. What a program leaves alone
/// costs a run nothing, neither time nor memory of the host.
struct OnChipUse {
  static constexpr unsigned blockPartitions = 32, granule = 1024,
                            granules = 256; // of the largest partition
  std::array<std::bitset<granules>, numPartitions / blockPartitions> blocks;

  /// Bytes [low, high) of each partition; high may be above what there is.
  void add(unsigned firstPartition, unsigned partitions, uint64_t low,
           uint64_t high);
  OnChipUse &operator|=(const OnChipUse &other) {
    for (size_t i = 0; i < blocks.size(); ++i)
      blocks[i] |= other.blocks[i];
    return *this;
  }
  /// Granules used in all blocks.
  size_t count() const;
  /// Everything.
  static OnChipUse all();
};

/// Undefined until reset().
class OnChipMemory {
public:
  static llvm::Expected<OnChipMemory> create(uint64_t bytesPerPartition);
  uint8_t *row(unsigned partition) const {
    return memory.data() + partition * rowStride;
  }
  uint64_t stride() const { return rowStride; }
  uint64_t bytesPerPartition() const { return rowBytes; }
  /// Sets the bytes that may be used to 0xFF.
  void reset(const OnChipUse &use);

private:
  Reservation memory;
  uint64_t rowBytes = 0, rowStride = 0;
  bool isAdvised = false; // about its pages
};

class Hbm {
public:
  static llvm::Expected<Hbm> create(const ObjectImage &image,
                                    Machine::WeightReader readWeights,
                                    uint64_t limit, uint32_t core = 0,
                                    SharedWeights *shared = nullptr);
  uint8_t *data() const { return memory.data(); }
  uint64_t bytes() const { return size; }
  /// Constants and initial values that lie in [low, high) are loaded after it.
  llvm::Error load(uint64_t low, uint64_t high);
  /// Does [low, high) touch a constant, which is read-only?
  bool touchesConstant(uint64_t low, uint64_t high) const;

private:
  struct Constant {
    uint64_t begin, end; // in HBM
    size_t index;        // of the image's constants
    bool isInitial;
    uint64_t mappedBegin, mappedEnd; // in HBM; shared with other cores
    WeightChunks chunks;
    std::vector<bool> loaded;
    size_t missing;
  };
  llvm::Error loadChunk(Constant &constant, uint64_t chunk);
  /// The first constant that ends behind `low`, in order of address.
  size_t firstEndingAfter(uint64_t low) const;

  Reservation memory;
  uint64_t size = 0;
  std::vector<Constant> constants; // by address, disjoint
  Machine::WeightReader readWeights;
  SharedWeights *shared = nullptr;
};

} // namespace glia::interpreter

#endif
