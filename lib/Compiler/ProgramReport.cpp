//===- ProgramReport.cpp - What an object holds, for the report -----------===//
//
// Decodes every instruction once, then lets the machine run its timing model
// without data.
//
//===----------------------------------------------------------------------===//
#include "ProgramReport.h"
#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Profile.h"

using namespace glia;

static constexpr uint64_t psumBankBytes = 2048; // docs/Machine.md, section 1

static llvm::Error describeStream(llvm::ArrayRef<uint8_t> text,
                                  const SpillCounter &spills,
                                  CompileReport &report, uint64_t &count) {
  uint64_t psumEnd = report.psumPeakBanks * psumBankBytes;
  while (!text.empty()) {
    llvm::Expected<isa::Instruction> instruction = isa::decode(text);
    if (!instruction)
      return instruction.takeError();
    ++count;
    report.spillBytes += spills.bytesOf(*instruction);
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

static std::optional<CompileReport::Collective>
collectiveOf(const isa::Instruction &instruction, const ObjectImage &image) {
  return std::visit(
      [&](const auto &x) -> std::optional<CompileReport::Collective> {
        if constexpr (std::decay_t<decltype(x)>::isCollective) {
          auto elements = [](const auto &operand) -> uint64_t {
            if constexpr (requires { operand.elements(); })
              return operand.elements();
            else
              return operand.partitions * operand.elementsPerPartition();
          };
          CompileReport::Collective collective;
          collective.kind = isa::mnemonic(isa::opcode(instruction)).str();
          collective.bytes =
              std::max(elements(x.destination), elements(x.source)) *
              bitWidth(x.destination.type) / 8;
          collective.group = x.group;
          if (x.group < image.replicaGroups.size())
            collective.cores =
                image.replicaGroups[x.group].groups.front().size();
          return collective;
        } else {
          return std::nullopt;
        }
      },
      instruction);
}

/// All are in one stream, so that this is the program's order.
static llvm::Error describeCollectives(const ObjectImage &image,
                                       uint32_t program, unsigned engine,
                                       CompileReport &report) {
  llvm::ArrayRef<uint8_t> text = image.programs[program].text[engine];
  for (uint32_t pc = 0; pc * isa::wordBytes < text.size();) {
    llvm::Expected<isa::Instruction> instruction =
        isa::decode(text.drop_front(pc * isa::wordBytes));
    if (!instruction)
      return instruction.takeError();
    if (auto made = collectiveOf(*instruction, image)) {
      if (const NodeReference *node = image.findNode(program, engine, pc))
        made->node = *node;
      auto isSame = [&](const CompileReport::Collective &other) {
        return std::tie(other.kind, other.bytes, other.group, other.node) ==
               std::tie(made->kind, made->bytes, made->group, made->node);
      };
      auto known = llvm::find_if(report.collectives, isSame);
      if (known == report.collectives.end())
        known = report.collectives.insert(known, std::move(*made));
      ++known->count;
    }
    pc += isa::words(*instruction);
  }
  return llvm::Error::success();
}

llvm::Error glia::describeProgram(const ObjectImage &image,
                                  CompileReport &report) {
  static constexpr const char *engines[numEngines] = {
      "tensor", "vector", "scalar", "gpsimd", "sync"};
  report.instructions.clear();
  report.collectives.clear();
  report.spillBytes = report.transposes = report.sbufPeakBytesPerPartition =
      report.psumPeakBanks = 0;
  SpillCounter spills(image);
  report.hbmBytesPlanned = image.hbmBytes;
  for (unsigned engine = 0; engine < numEngines; ++engine) {
    uint64_t count = 0;
    for (const Program &program : image.programs)
      if (llvm::Error error =
              describeStream(program.text[engine], spills, report, count))
        return error;
    report.instructions.emplace_back(engines[engine], count);
    for (uint32_t program = 0; program < image.programs.size(); ++program)
      if (llvm::Error error =
              describeCollectives(image, program, engine, report))
        return error;
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
