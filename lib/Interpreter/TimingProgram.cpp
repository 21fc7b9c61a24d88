//===- TimingProgram.cpp - What the timing model knows of a program -------===//
//
// Costs come from the instruction table; what follows from operands alone
// (boxes, ports, DMA engines) is worked out here.
//
//===----------------------------------------------------------------------===//
#include "TimingProgram.h"
#include "Execute.h"
#include "Pattern.h"

namespace glia::interpreter {

namespace {
class Builder {
public:
  Builder(const isa::Target &target, TimingText &text)
      : target(target), text(text) {}
  void add(const DecodedInstruction &decoded);

private:
  template <typename T>
  void classify(const T &x, const isa::Instruction &instruction,
                TimingRecord &record);
  void addTransfer(const isa::Instruction &instruction,
                   TransferRecord &transfer, double intervalNs);
  void addBoxes(const isa::Instruction &instruction, TimingRecord &record);
  uint16_t portsOf(isa::Engine engine, const isa::Instruction &instruction);
  unsigned bankOf(int64_t byte) const {
    return static_cast<unsigned>(byte / int64_t(target.psumBankBytes));
  }

  const isa::Target &target;
  TimingText &text;
};
} // namespace

/// What moves a register from or to memory is the sequencer's work, not the
/// engine's.
template <typename T>
static constexpr bool isRegisterMemory =
    isRegisterLoad<T> || std::is_same_v<T, isa::RegisterStore> ||
    std::is_same_v<T, isa::AddressStore>;

static AccessBox boxOf(const isa::OnChipOperand &operand) {
  int64_t bytes = elementBytes(operand.type), low = operand.byteOffset,
          high = low + bytes;
  for (unsigned i = 0; i < operand.rank; ++i) {
    int64_t reach =
        int64_t(operand.stride[i]) * (int64_t(operand.count[i]) - 1) * bytes;
    (reach < 0 ? low : high) += reach;
  }
  return {static_cast<int32_t>(low), static_cast<int32_t>(high),
          operand.startPartition,
          static_cast<uint8_t>(operand.startPartition + operand.partitions),
          operand.space};
}

void Builder::addBoxes(const isa::Instruction &instruction,
                       TimingRecord &record) {
  record.firstBox = static_cast<uint32_t>(text.boxes.size());
  llvm::SmallVector<AccessBox, 4> writes;
  auto read = [&](const AccessBox &box) {
    text.boxes.push_back(box);
    ++record.reads;
  };
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (access.scalar)
      read({static_cast<int32_t>(access.scalar->bits),
            static_cast<int32_t>(access.scalar->bits +
                                 elementBytes(access.scalar->type)),
            access.scalar->startPartition, numPartitions, isa::Space::sbuf});
    if (!access.onChip)
      return;
    if (access.isWrite)
      writes.push_back(boxOf(*access.onChip));
    else
      read(boxOf(*access.onChip));
  });
  // Row accumulators are a space of their own, one byte wide. One sum after
  // the other streams; only who reads them out waits.
  isa::AccumulatorUse use = isa::accumulatorUse(instruction);
  AccessBox accumulators{
      0, 1, use.startPartition,
      static_cast<uint8_t>(use.startPartition + use.partitions),
      isa::Space::hbm};
  if (use.writes)
    writes.push_back(accumulators);
  else if (use.reads)
    read(accumulators);
  text.boxes.insert(text.boxes.end(), writes.begin(), writes.end());
  record.writes = static_cast<uint8_t>(writes.size());
}

/// NeuronCore-v2 has one port for Vector and GpSimd into SBUF and one for
/// Vector and Scalar into PSUM; from v3 on, Vector meets GpSimd only in its
/// fast modes, and Scalar only in a PSUM bank.
uint16_t Builder::portsOf(isa::Engine engine,
                          const isa::Instruction &instruction) {
  uint16_t ports = 0;
  bool isVector = engine == isa::Engine::vector, isWide = false;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.onChip)
      return;
    const isa::OnChipOperand &operand = *access.onChip;
    isWide |= bitWidth(operand.type) > 16;
    if (operand.space == isa::Space::sbuf) {
      if (isVector || engine == isa::Engine::gpsimd)
        ports |= sbufPort;
    } else if (isVector || engine == isa::Engine::scalar) {
      if (!target.hasVectorFastModes) {
        ports |= firstPsumPort;
        return;
      }
      AccessBox box = boxOf(operand);
      for (unsigned bank = bankOf(box.low);
           bank <= bankOf(box.high - 1) && bank < numPorts - 1; ++bank)
        ports |= uint16_t(firstPsumPort << bank);
    }
  });
  if (isVector && target.hasVectorFastModes && isWide)
    ports &= uint16_t(~sbufPort);
  return ports;
}

/// fp32 streams more slowly through the array (docs/Machine.md, section 1).
static double peakMacsPerNs(ElementType moving, unsigned rows,
                            const isa::Target &target) {
  double slower =
      moving == ElementType::f32 ? double(target.fp32MatmulFactor) : 1;
  return 128.0 * 128.0 * rows * target.tensorClock / slower;
}

/// Rows of the matrix in one partition.
static unsigned rowsPerPartition(const isa::MultiplyMoving &x) {
  return x.doubleRow ? 2 : 1;
}
static unsigned rowsPerPartition(const isa::MultiplyMovingMx &) { return 4; }

static uint64_t bytesOf(const isa::OnChipOperand &operand) {
  return operand.partitions * operand.elementsPerPartition() *
         elementBytes(operand.type);
}

/// Contiguous runs on chip, a descriptor each.
static uint64_t runsOf(const isa::OnChipOperand &operand) {
  Pattern row = rowPattern(operand);
  uint64_t runs = operand.partitions * row.elements();
  if (!row.loops.empty() && row.loops.back().stride == row.elementBytes)
    runs /= row.loops.back().count;
  return runs;
}

/// The engines share the descriptors of a transfer: one of few descriptors
/// leaves engines to others, and takes longer than the table's cost, which is
/// that of all engines.
void Builder::addTransfer(const isa::Instruction &instruction,
                          TransferRecord &transfer, double intervalNs) {
  unsigned engines = static_cast<unsigned>(target.dmaEngines);
  uint64_t used = engines, rowBytes = 0;
  unsigned first = 0;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (access.onChip) {
      transfer.bytes = std::max(transfer.bytes, bytesOf(*access.onChip));
      // A gather's index is read first; the row it fills is what counts.
      if (access.isWrite || rowBytes == 0) {
        used = std::min<uint64_t>(engines, runsOf(*access.onChip));
        first = access.onChip->startPartition * engines / numPartitions;
        rowBytes = bytesOf(*access.onChip);
      }
    }
  });
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.hbm)
      return;
    uint64_t bytes = access.hbm->elements() * elementBytes(access.hbm->type);
    // Of the table that indices choose from, as many rows as there are indices.
    const isa::OnChipOperand *rows = nullptr;
    if (const auto *gather = std::get_if<isa::DmaGather>(&instruction))
      rows = &gather->destination;
    else if (const auto *scatter = std::get_if<isa::DmaScatter>(&instruction))
      rows = &scatter->source;
    if (rows)
      bytes = rows->partitions * rows->elementsPerPartition() *
              elementBytes(access.hbm->type);
    transfer.bytes = std::max(transfer.bytes, bytes);
    (access.isWrite ? transfer.hbmWriteBytes : transfer.hbmReadBytes) += bytes;
  });
  for (unsigned i = 0; i < used; ++i)
    transfer.engines |= uint16_t(1u << (first + i) % engines);
  transfer.engineNs = intervalNs * engines / double(used);
  transfer.memoryNs = double(transfer.hbmReadBytes + transfer.hbmWriteBytes) *
                      double(target.coresPerChip) /
                      target.hbmBytesPerNanosecond;
}

/// An address from a register makes its instruction slow to issue.
template <typename T>
static bool isDynamic(const T &x, const isa::Instruction &instruction) {
  bool dynamic = false;
  if constexpr (requires { x.indexRegister; })
    dynamic = x.indexRegister != isa::noRegister6;
  if constexpr (T::rounds)
    dynamic |= x.rounding == isa::Rounding::stochastic &&
               (x.stochastic.indexRegister != isa::noRegister5 ||
                x.stochastic.streamRegister != isa::noRegister6 ||
                x.stochastic.ordinalRegister != isa::noRegister6);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    dynamic |= access.hbm && access.hbm->baseRegister != isa::noRegister5;
  });
  return dynamic;
}

template <typename T>
void Builder::classify(const T &x, const isa::Instruction &instruction,
                       TimingRecord &record) {
  using Kind = TimingRecord::Kind;
  double clock = isa::clockGHz(target, x.engine),
         floorNs = isDynamic(x, instruction)
                       ? double(target.dynamicAddressFloor) / clock
                       : 0;
  if constexpr (std::is_same_v<T, isa::SemaphoreWait> ||
                std::is_same_v<T, isa::SemaphoreAdd> ||
                std::is_same_v<T, isa::SemaphoreAddRemote> ||
                std::is_same_v<T, isa::SemaphoreSubtract> ||
                std::is_same_v<T, isa::SemaphoreWrite>) {
    record.kind =
        std::is_same_v<T, isa::SemaphoreWait>        ? Kind::semaphoreWait
        : std::is_same_v<T, isa::SemaphoreAdd>       ? Kind::semaphoreAdd
        : std::is_same_v<T, isa::SemaphoreAddRemote> ? Kind::semaphoreAddRemote
        : std::is_same_v<T, isa::SemaphoreSubtract>  ? Kind::semaphoreSubtract
                                                     : Kind::semaphoreWrite;
    record.semaphore = x.semaphore;
    record.value = x.value;
    if constexpr (requires { x.valueRegister; })
      record.valueRegister = x.valueRegister;
  } else if constexpr (requires { x.signalBase; }) {
    record.kind = T::isDma ? Kind::dma : Kind::collective;
    record.transfer = static_cast<uint32_t>(text.transfers.size());
    TransferRecord transfer;
    transfer.queue = x.queue;
    transfer.signalBase = x.signalBase;
    transfer.signalMask = x.signalMask;
    addTransfer(instruction, transfer, record.intervalNs);
    text.transfers.push_back(transfer);
    // The stream only writes the descriptor.
    record.intervalNs =
        std::max(double(target.minimumInterval) / clock, floorNs);
  } else if constexpr (!isStreamControl<T>) {
    record.kind = Kind::compute;
    record.intervalNs = std::max(record.intervalNs, floorNs);
    if constexpr (!isRegisterMemory<T>) {
      record.warmsUp = x.engine == isa::Engine::tensor;
      record.ports = portsOf(x.engine, instruction);
    }
    record.loadsRegister = isRegisterLoad<T>;
    addBoxes(instruction, record);
  }
  if constexpr (std::is_same_v<T, isa::MultiplyMoving> ||
                std::is_same_v<T, isa::MultiplyMovingMx>) {
    record.macs = static_cast<uint32_t>(uint64_t(x.moving.partitions) *
                                        x.destination.partitions *
                                        x.moving.elementsPerPartition());
    record.peakNs = double(record.macs) /
                    peakMacsPerNs(x.moving.type, rowsPerPartition(x), target);
  }
}

void Builder::add(const DecodedInstruction &decoded) {
  TimingRecord record;
  isa::Cost cost = isa::cost(decoded.instruction, target);
  record.intervalNs = cost.interval_ns;
  record.latencyNs = cost.latency_ns;
  record.fuel = decoded.fuel;
  std::visit([&](const auto &x) { classify(x, decoded.instruction, record); },
             decoded.instruction);
  text.records.push_back(record);
}

TimingProgram TimingProgram::build(const DecodedProgram &program,
                                   const isa::Target &target) {
  TimingProgram timing;
  for (unsigned engine = 0; engine < numEngines; ++engine) {
    TimingText &text = timing.text[engine];
    text.records.reserve(program.text[engine].instructions.size());
    Builder builder(target, text);
    for (const DecodedInstruction &decoded : program.text[engine].instructions)
      builder.add(decoded);
  }
  return timing;
}

} // namespace glia::interpreter
