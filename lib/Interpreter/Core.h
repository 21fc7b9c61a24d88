//===- Core.h - The state of one core, as instructions see it -------------===//
//
// Everything that an execute function may touch.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_CORE_H
#define GLIA_LIB_INTERPRETER_CORE_H

#include "Memory.h"
#include "Pattern.h"
#include "Stationary.h"
#include "Stream.h"
#include "ThreadPool.h"
#include "Windows.h"
#include "glia/Interpreter/Machine.h"
#include "lib/Support/Simd/Kernels.h"
#include <array>
#include <bit>
#include <cstring>
#include <memory>

namespace glia::interpreter {

class Checker;
class Cores;

/// What a DMA adds to a semaphore.
inline constexpr uint32_t dmaSignal = 16;
/// Holds the core's number when an entry begins.
inline constexpr unsigned rankRegister = 47;

/// A core's place among the others.
struct CorePlace {
  uint32_t number = 0;
  Cores *cores = nullptr;          // null for a core of its own
  SharedWeights *weights = nullptr; // null if nothing is shared
  unsigned threads = 1;
};

class Core {
public:
  static llvm::Expected<std::unique_ptr<Core>>
  create(const ObjectImage &image, Machine::WeightReader readWeights,
         const isa::Target &target, const MachineOptions &options,
         const CorePlace &place);
  ~Core();
  /// The state at the start of a run of a program that uses this much on-chip
  /// memory; HBM and the step counter stay.
  void reset(const OnChipUse &sbufUse = OnChipUse::all(),
             const OnChipUse &psumUse = OnChipUse::all());

  OnChipMemory &memory(isa::Space space) {
    return space == isa::Space::psum ? psum : sbuf;
  }
  uint8_t *start(const isa::OnChipOperand &operand, unsigned partition = 0) {
    return memory(operand.space).row(operand.startPartition + partition) +
           operand.byteOffset;
  }
  /// The values of a scalar operand for each partition, as fp32. Taken before
  /// anything is written, for they may lie in the destination.
  std::array<float, numPartitions> scalars(const isa::ScalarOperand &operand,
                                           unsigned partitions);
  /// The same as integers: an immediate is an int32, sign-extended.
  std::array<int64_t, numPartitions>
  integerScalars(const isa::ScalarOperand &operand, unsigned partitions);

  /// The core whose HBM an operand addresses; null if the run has none such.
  Core *ownerOf(const isa::HbmOperand &operand);
  /// Host address of an HBM operand of the current stream, after its bounds
  /// are checked and, for a read, its constants are there. Errors: E3400,
  /// E3401, E3402.
  llvm::Expected<uint8_t *> resolve(const isa::HbmOperand &operand,
                                    const Pattern &pattern, bool isWrite,
                                    int64_t rowOffset = 0);

  /// The core whose SBUF an operand of the current instruction names. Errors:
  /// E3402.
  llvm::Expected<Core *> onChipCore(uint32_t other);

  bool reaches(unsigned semaphore, uint32_t value) const {
    return semaphores[semaphore] >= value;
  }
  /// Errors: E3407 for a sum above 2^32 - 1, or below zero.
  llvm::Error addToSemaphore(unsigned semaphore, uint32_t value);
  /// At the end of a DMA: 16 for each consumer stream of the mask.
  llvm::Error signal(uint8_t base, uint8_t mask);

  /// Under --check: the bytes of an input or a state have a value.
  void defineInput(const Binding &binding);

  /// Records what the current stream has loaded into a register, and gives it
  /// back to the model of time; none where the record has ended.
  void recordLoad(uint64_t value);
  std::optional<uint64_t> nextLoad();

  /// Reusable buffers for rows that aren't dense fp32; each thread has its own.
  template <typename T>
  T *scratch(unsigned which, uint64_t elements) {
    std::vector<uint64_t> &buffer = scratchBuffer(which);
    if (buffer.size() * 8 < elements * sizeof(T))
      buffer.resize((elements * sizeof(T) + 7) / 8);
    return reinterpret_cast<T *>(buffer.data());
  }

  /// Calls work(partition) for each; rows are independent of each other. On
  /// all threads where `elements`, those of a row, are worth it.
  template <typename Work>
  void forEachRow(unsigned partitions, uint64_t elements, Work work) {
    constexpr uint64_t smallestShare = 1 << 14;
    unsigned parts = std::min(partitions, 4 * threads.size());
    if (threads.size() == 1 || partitions * elements < smallestShare)
      parts = 1;
    auto part = [&](unsigned number) {
      for (unsigned p = partitions * number / parts;
           p < partitions * (number + 1) / parts; ++p)
        work(p);
    };
    threads.run(parts, part);
  }

  OnChipMemory sbuf, psum;
  Windows windows; // of sbuf
  bool keepsWindows = false; // nobody else writes there
  Hbm hbm;
  std::array<Stream, numEngines> streams;
  std::array<uint32_t, 256> semaphores{};
  /// Collectives that each queue still waits for; what comes behind one waits.
  std::array<uint32_t, 16> pendingOnQueue{};
  /// Row accumulators of Vector and Scalar.
  std::array<std::array<float, numPartitions>, 2> accumulators{};
  /// What each stream has loaded into registers in this run, for the model of
  /// time to go the same way; later values are unknown to it.
  std::array<std::vector<uint64_t>, numEngines> loadedValues;
  static constexpr size_t maxLoadedValues = size_t(1) << 22;
  /// Of the whole array, or of its tiles; never both.
  numerics::PackedStationary stationary;
  StationaryInfo stationaryInfo;
  std::vector<StationaryTile> tiles;
  /// The matrix that a load into `place` fills; those it overlaps are lost.
  numerics::PackedStationary &loadTile(ArrayTile place, StationaryInfo info);
  /// The matrix that was loaded for `place`; null if there is none.
  const numerics::PackedStationary *findTile(ArrayTile place,
                                             StationaryInfo &info) const;
  void loseStationary() {
    stationary.m = stationary.k = 0;
    tiles.clear();
  }
  /// Calls of an entry that have ended; stochastic rounding depends on it.
  uint32_t step = 0;

  const uint32_t number;
  Cores *const cores;
  const MachineOptions &options;
  const isa::Target &target;
  const numerics::Kernels &kernels;
  ThreadPool threads;
  std::unique_ptr<Checker> checker; // null without --check

  /// The stream whose instruction runs, and whether it has to wait.
  Stream *stream = nullptr;
  bool blocked = false;
  /// The timing model steps the streams: no instruction may look at data.
  bool isTiming = false;

private:
  Core(OnChipMemory sbuf, OnChipMemory psum, Hbm hbm, const isa::Target &target,
       const MachineOptions &options, const CorePlace &place);
  static std::vector<uint64_t> &scratchBuffer(unsigned which);
};

} // namespace glia::interpreter

#endif
