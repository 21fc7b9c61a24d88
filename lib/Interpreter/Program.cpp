//===- Program.cpp - Pre-decoded programs ---------------------------------===//
//
// The validator of the object has seen the text already; what execution relies
// on (bounds of on-chip operands above all) is checked again here, so that no
// other road to a machine can leave it out.
//
//===----------------------------------------------------------------------===//
#include "Program.h"
#include "Pattern.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "glia/Support/StochasticRounding.h"
#include <map>

namespace glia::interpreter {

/// A row is worked on as a whole. SBUF holds less than this; more can only be
/// asked for by strides of 0.
static constexpr uint64_t maxRowElements = uint64_t(1) << 18;

llvm::Expected<uint32_t> DecodedText::indexAt(uint32_t pc) const {
  if (pc < indexOfPc.size() && indexOfPc[pc] != noIndex)
    return indexOfPc[pc];
  return makeError(ErrorCode::E3406,
                   "no instruction starts at pc " + llvm::Twine(pc));
}

llvm::Error Stream::start(const DecodedText &newText, uint32_t pc) {
  *this = Stream();
  text = &newText;
  if (newText.instructions.empty())
    return llvm::Error::success();
  llvm::Expected<uint32_t> first = newText.indexAt(pc);
  if (!first)
    return first.takeError();
  index = *first;
  halted = false;
  return llvm::Error::success();
}

/// A store of fp32 has nothing to round.
static llvm::Error checkStochastic(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) -> llvm::Error {
        if constexpr (std::remove_cvref_t<decltype(x)>::rounds) {
          ElementType type = x.destination.type;
          if (x.rounding == isa::Rounding::stochastic &&
              type != ElementType::f32 &&
              !numerics::hasStochasticRounding(type))
            return makeError(ErrorCode::E2400,
                             "rounds stochastically to " + name(type) +
                                 ", expects f32, tf32, bf16, f16, f8e4m3, "
                                 "f8e4m3fn or f8e5m2");
        }
        return llvm::Error::success();
      },
      instruction);
}

static llvm::Error checkInstruction(const isa::Instruction &instruction,
                                    const isa::Target &target, uint64_t &fuel) {
  if (llvm::Error error = isa::validate(instruction, target))
    return error;
  if (llvm::Error error = checkStochastic(instruction))
    return error;
  uint64_t written = 0, read = 0, longest = 0;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (access.onChip)
      longest = std::max(longest, access.onChip->elementsPerPartition());
    uint64_t elements =
        access.hbm ? access.hbm->elements()
        : access.onChip
            ? access.onChip->partitions * access.onChip->elementsPerPartition()
            : 1;
    (access.isWrite ? written : read) += elements;
  });
  if (const auto *scatter = std::get_if<isa::DmaScatter>(&instruction))
    written = scatter->source.partitions *
              scatter->source.elementsPerPartition(); // of a larger table
  if (longest > maxRowElements)
    return makeError(ErrorCode::E1400, "expects at most " +
                                           llvm::Twine(maxRowElements) +
                                           " elements per partition, got " +
                                           llvm::Twine(longest));
  // Reading is cheap, but strides of 0 can ask for any amount of it.
  fuel = std::max(
      {limits::fuelPerInstruction, written, read / limits::readsPerFuel});
  return llvm::Error::success();
}

static void noteUse(const isa::Instruction &instruction,
                    DecodedProgram &program) {
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (access.scalar)
      program.sbufUse.add(
          access.scalar->startPartition, numPartitions, access.scalar->bits,
          access.scalar->bits + elementBytes(access.scalar->type));
    if (!access.onChip)
      return;
    const isa::OnChipOperand &operand = *access.onChip;
    Pattern row = rowPattern(operand);
    OnChipUse &use =
        operand.space == isa::Space::psum ? program.psumUse : program.sbufUse;
    use.add(operand.startPartition, operand.partitions,
            static_cast<uint64_t>(int64_t(operand.byteOffset) + row.low()),
            static_cast<uint64_t>(int64_t(operand.byteOffset) + row.high()));
  });
}

/// All that the instruction writes in SBUF.
static ByteRange writtenBytes(const isa::Instruction &instruction) {
  ByteRange all;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    if (!access.isWrite || !access.onChip ||
        access.onChip->space != isa::Space::sbuf)
      return;
    ByteRange range = byteRange(*access.onChip);
    all = all.isEmpty() ? range
                        : ByteRange{std::min(all.low, range.low),
                                    std::max(all.high, range.high)};
  });
  return all;
}

/// Marks products whose strided window is multiplied again within the next
/// ones: those of another block of outputs.
static void markRecurring(DecodedText &text) {
  constexpr size_t soon = 256;
  std::map<std::pair<uint32_t, uint32_t>, size_t> last; // place -> its last
  std::vector<DecodedInstruction *> products;
  for (DecodedInstruction &each : text.instructions) {
    const auto *x = std::get_if<isa::MultiplyMoving>(&each.instruction);
    if (!x || rowPattern(x->moving).isDense())
      continue;
    auto [at, isNew] = last.try_emplace(
        {x->moving.byteOffset, x->moving.startPartition}, products.size());
    if (!isNew && products.size() - at->second <= soon &&
        std::get<isa::MultiplyMoving>(products[at->second]->instruction)
                .moving == x->moving)
      products[at->second]->recurs = true;
    at->second = products.size();
    products.push_back(&each);
  }
}

static uint8_t queueOf(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) {
        if constexpr (requires { x.queue; })
          return x.queue;
        else
          return DecodedInstruction::noQueue;
      },
      instruction);
}

static bool isCollective(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) {
        return std::remove_cvref_t<decltype(x)>::isCollective;
      },
      instruction);
}

static bool addressesOtherCores(const isa::Instruction &instruction) {
  bool result = std::visit(
      [](const auto &x) {
        if constexpr (requires { x.destinationCore; })
          return x.destinationCore != isa::selfCore ||
                 x.sourceCore != isa::selfCore;
        return std::is_same_v<std::remove_cvref_t<decltype(x)>,
                              isa::SemaphoreAddRemote>;
      },
      instruction);
  isa::forEachAccess(instruction, [&](isa::Access access) {
    result |= access.hbm && access.hbm->core != isa::selfCore;
  });
  return result;
}

static llvm::Error decodeText(const ObjectImage &image, uint32_t program,
                              unsigned engine, const isa::Target &target,
                              DecodedProgram &decodedProgram) {
  DecodedText &text = decodedProgram.text[engine];
  llvm::ArrayRef<uint8_t> bytes = image.programs[program].text[engine];
  text.indexOfPc.assign(bytes.size() / isa::wordBytes, DecodedText::noIndex);
  uint32_t pc = 0;
  while (!bytes.empty()) {
    DecodedInstruction decoded;
    decoded.pc = pc;
    llvm::Expected<isa::Instruction> instruction = isa::decode(bytes);
    if (!instruction)
      return instruction.takeError();
    decoded.instruction = std::move(*instruction);
    if (static_cast<unsigned>(isa::engine(decoded.instruction)) != engine)
      return makeError(ErrorCode::E1400,
                       "an instruction of another engine stands in the stream");
    if (llvm::Error error =
            checkInstruction(decoded.instruction, target, decoded.fuel))
      return addPlace(std::move(error), image, program, engine, decoded);
    noteUse(decoded.instruction, decodedProgram);
    decoded.queue = queueOf(decoded.instruction);
    decoded.written = writtenBytes(decoded.instruction);
    unsigned words = isa::words(decoded.instruction);
    text.indexOfPc[pc] = static_cast<uint32_t>(text.instructions.size());
    text.instructions.push_back(std::move(decoded));
    pc += words;
    bytes = bytes.drop_front(
        std::min<size_t>(bytes.size(), words * isa::wordBytes));
  }
  markRecurring(text);
  return llvm::Error::success();
}

llvm::Expected<std::vector<DecodedProgram>>
decodePrograms(const ObjectImage &image, const isa::Target &target) {
  std::vector<DecodedProgram> programs(image.programs.size());
  for (uint32_t program = 0; program < programs.size(); ++program)
    for (unsigned engine = 0; engine < numEngines; ++engine) {
      if (llvm::Error error =
              decodeText(image, program, engine, target, programs[program]))
        return std::move(error);
      for (const DecodedInstruction &each :
           programs[program].text[engine].instructions) {
        bool addressesOthers = addressesOtherCores(each.instruction);
        programs[program].addressesOtherCores |= addressesOthers;
        programs[program].writesAreItsOwn &=
            !addressesOthers && !isCollective(each.instruction);
      }
    }
  return programs;
}

std::string describeNode(const ObjectImage &image, uint32_t program,
                         unsigned engine, uint32_t pc) {
  const NodeReference *node = image.findNode(program, engine, pc);
  return node ? node->path + " " + node->opType + " `" + node->name + "`" : "";
}

llvm::Error addPlace(llvm::Error error, const ObjectImage &image,
                     uint32_t program, unsigned engine,
                     const DecodedInstruction &instruction) {
  auto add = [&](std::unique_ptr<GliaError> each) -> llvm::Error {
    std::string text;
    llvm::raw_string_ostream os(text);
    isa::print(instruction.instruction, os);
    each->with("engine", isa::name(static_cast<isa::Engine>(engine)).str())
        .with("pc", std::to_string(instruction.pc))
        .with("instruction", text);
    std::string node = describeNode(image, program, engine, instruction.pc);
    if (!node.empty())
      each->with("node", node);
    return llvm::Error(std::move(each));
  };
  return llvm::handleErrors(std::move(error), add);
}

/// What the stream waits for, and where.
static std::string
describeWait(const ObjectImage &image, uint32_t program, unsigned engine,
             const Stream &stream,
             llvm::function_ref<uint64_t(unsigned)> valueOf) {
  const DecodedInstruction &current = stream.current();
  const auto *wait = std::get_if<isa::SemaphoreWait>(&current.instruction);
  std::string text = "pc " + std::to_string(current.pc);
  if (wait)
    text += " waits for s" + std::to_string(wait->semaphore) +
            " >= " + std::to_string(stream.semaphoreValue(*wait)) +
            ", which is " + std::to_string(valueOf(wait->semaphore));
  else if (current.queue != DecodedInstruction::noQueue)
    text +=
        " waits for the collective on queue " + std::to_string(current.queue);
  std::string node = describeNode(image, program, engine, current.pc);
  return node.empty() ? text : text + " in node " + node;
}

void addWaits(GliaError &error, const ObjectImage &image,
              llvm::ArrayRef<WaitingCore> cores) {
  static constexpr size_t mostListed = 64;
  size_t listed = 0, left = 0;
  for (const WaitingCore &core : cores)
    for (auto [engine, stream] : llvm::enumerate(core.streams)) {
      if (stream.halted)
        continue;
      if (listed++ >= mostListed) {
        ++left;
        continue;
      }
      std::string key = isa::name(static_cast<isa::Engine>(engine)).str();
      if (image.numCores() > 1)
        key = "core " + std::to_string(core.number) + " " + key;
      error.with(key, describeWait(image, core.program,
                                   static_cast<unsigned>(engine), stream,
                                   core.valueOf));
    }
  if (left)
    error.with("more", std::to_string(left) + " streams");
}

llvm::Error deadlock(const ObjectImage &image,
                     llvm::ArrayRef<WaitingCore> cores) {
  GliaError error(ErrorCode::E3405,
                  "every stream that has not ended waits, and none can go on");
  addWaits(error, image, cores);
  return makeError(std::move(error));
}

llvm::Error deadlock(const ObjectImage &image, uint32_t program,
                     const std::array<Stream, numEngines> &streams,
                     llvm::function_ref<uint64_t(unsigned)> valueOf) {
  return deadlock(image, WaitingCore{0, program, streams, valueOf});
}

} // namespace glia::interpreter
