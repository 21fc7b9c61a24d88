//===- TimingProgram.h - What the timing model knows of a program ---------===//
//
// One plain record per instruction, made once per loaded program: cost, the
// boxes of memory it reads and writes, ports, queue and signals. The loop of
// the model looks at nothing else, so it needs no data and no variants.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_TIMINGPROGRAM_H
#define GLIA_LIB_INTERPRETER_TIMINGPROGRAM_H

#include "Program.h"

namespace glia::interpreter {

/// On-chip bytes that one operand can touch.
struct AccessBox {
  int32_t low, high; // bytes of a partition
  uint8_t firstPartition, endPartition;
  isa::Space space;

  bool meets(const AccessBox &other) const {
    return space == other.space && low < other.high && other.low < high &&
           firstPartition < other.endPartition &&
           other.firstPartition < endPartition;
  }
};

/// Ports that two engines can't use at once, a bit each (docs/Machine.md,
/// section 6): the one of Vector and GpSimd into SBUF, and those of Vector and
/// Scalar into PSUM, by bank.
inline constexpr unsigned numPorts = 9;
inline constexpr uint16_t sbufPort = 1;
inline constexpr uint16_t firstPsumPort = 2;

struct TimingRecord {
  enum class Kind : uint8_t {
    compute,
    dma,
    collective,
    semaphoreWait,
    semaphoreAdd,
    semaphoreAddRemote,
    semaphoreSubtract,
    semaphoreWrite,
    control // run by its execute()
  };
  Kind kind = Kind::control;
  uint8_t semaphore = 0;
  uint8_t reads = 0, writes = 0; // boxes, the reads first
  uint16_t ports = 0;
  bool warmsUp = false; // slower after the array was idle
  bool loadsRegister = false; // and is run by its execute(), too
  uint8_t valueRegister = isa::noRegister6; // added to the value
  uint32_t value = 0;   // of a semaphore
  uint32_t firstBox = 0;
  uint32_t transfer = 0; // of a DMA: index into transfers
  uint32_t macs = 0;
  double intervalNs = 0, latencyNs = 0;
  double peakNs = 0; // that the macs take at their type's peak
  uint64_t fuel = 0;
};

struct TransferRecord {
  uint16_t engines = 0; // DMA engines that take part, a bit each
  uint8_t queue = 0, signalBase = 0, signalMask = 0;
  double engineNs = 0; // of each engine that takes part
  double memoryNs = 0; // at the core's share of HBM
  uint64_t bytes = 0, hbmReadBytes = 0, hbmWriteBytes = 0;
};

struct TimingText {
  std::vector<TimingRecord> records; // as the text's instructions
  std::vector<AccessBox> boxes;
  std::vector<TransferRecord> transfers;
};

struct TimingProgram {
  std::array<TimingText, numEngines> text;

  static TimingProgram build(const DecodedProgram &program,
                             const isa::Target &target);
};

} // namespace glia::interpreter

#endif
