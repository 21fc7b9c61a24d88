//===- ProgramReport.cpp - What an object holds, for the report -----------===//
//
// Decodes every instruction once, then lets the machine run its timing model
// without data.
//
//===----------------------------------------------------------------------===//
#include "ProgramReport.h"
#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Machine.h"
#include <map>

using namespace glia;

static constexpr uint64_t psumBankBytes = 2048; // docs/Machine.md, section 1

/// One past the last byte of a partition that the operand touches.
static uint64_t endOf(const isa::OnChipOperand &operand) {
  int64_t last = 0;
  for (unsigned i = 0; i < operand.rank; ++i)
    if (operand.stride[i] > 0)
      last += int64_t(operand.count[i] - 1) * operand.stride[i];
  return operand.byteOffset + (last + 1) * bitWidth(operand.type) / 8;
}

namespace {
/// The parts of HBM whose traffic is no spill: inputs, outputs, states and
/// constants.
class NamedRanges {
public:
  explicit NamedRanges(const ObjectImage &image) {
    for (const Binding &binding : image.bindings)
      add(binding.hbmOffset, binding.bytes);
    for (const ConstantSpan &constant : image.constants)
      add(constant.hbmOffset, constant.bytes);
  }
  bool contains(uint64_t offset) const {
    auto next = ends.upper_bound(offset);
    return next != ends.begin() && offset < std::prev(next)->second;
  }

private:
  void add(uint64_t offset, uint64_t bytes) {
    uint64_t &end = ends[offset];
    end = std::max(end, offset + bytes);
  }
  std::map<uint64_t, uint64_t> ends; // by offset
};
} // namespace

/// Bytes that the instruction moves between HBM and elsewhere of a value that
/// is neither input, output, state nor constant (docs/Machine.md, section 7).
static uint64_t spillBytesOf(const isa::Instruction &instruction,
                             const NamedRanges &named) {
  uint64_t spilled = 0;
  const auto *gather = std::get_if<isa::DmaGather>(&instruction);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.hbm || named.contains(access.hbm->offset))
      return;
    // A gather reads as much as it writes, not its whole table.
    uint64_t elements = gather ? gather->destination.partitions *
                                     gather->destination.elementsPerPartition()
                               : access.hbm->elements();
    spilled += elements * bitWidth(access.hbm->type) / 8;
  });
  return spilled;
}

static llvm::Error describeStream(llvm::ArrayRef<uint8_t> text,
                                  const NamedRanges &named,
                                  CompileReport &report, uint64_t &count) {
  uint64_t psumEnd = report.psumPeakBanks * psumBankBytes;
  while (!text.empty()) {
    llvm::Expected<isa::Instruction> instruction = isa::decode(text);
    if (!instruction)
      return instruction.takeError();
    ++count;
    report.spillBytes += spillBytesOf(*instruction, named);
    report.transposes +=
        isa::mnemonic(isa::opcode(*instruction)) == "transpose";
    isa::forEachAccess(*instruction, [&](isa::Access access) {
      if (!access.onChip)
        return;
      bool psum = access.onChip->space == isa::Space::psum;
      uint64_t &end = psum ? psumEnd : report.sbufPeakBytesPerPartition;
      end = std::max(end, endOf(*access.onChip));
    });
    text = text.drop_front(isa::words(*instruction) * isa::wordBytes);
  }
  report.psumPeakBanks = (psumEnd + psumBankBytes - 1) / psumBankBytes;
  return llvm::Error::success();
}

llvm::Error glia::describeProgram(const ObjectImage &image,
                                  CompileReport &report) {
  static constexpr const char *engines[numEngines] = {
      "tensor", "vector", "scalar", "gpsimd", "sync"};
  report.instructions.clear();
  report.spillBytes = report.transposes = report.sbufPeakBytesPerPartition =
      report.psumPeakBanks = 0;
  NamedRanges named(image);
  report.hbmBytesPlanned = image.hbmBytes;
  for (unsigned engine = 0; engine < numEngines; ++engine) {
    uint64_t count = 0;
    for (const Program &program : image.programs)
      if (llvm::Error error =
              describeStream(program.text[engine], named, report, count))
        return error;
    report.instructions.emplace_back(engines[engine], count);
  }
  MachineOptions options;
  options.timingOnly = true;
  auto noWeights = [](size_t, uint64_t, llvm::MutableArrayRef<uint8_t> bytes) {
    std::fill(bytes.begin(), bytes.end(), 0);
    return llvm::Error::success();
  };
  llvm::Expected<std::unique_ptr<Machine>> machine =
      Machine::createFromImage(image, noWeights, options);
  if (!machine)
    return machine.takeError();
  if (llvm::Error error = (*machine)->run())
    return error;
  report.modelledNanoseconds =
      static_cast<uint64_t>((*machine)->counters().timeNs);
  return llvm::Error::success();
}
