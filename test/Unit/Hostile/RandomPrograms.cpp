//===- RandomPrograms.cpp - Valid programs by chance ----------------------===//
//
// Built on the table's generator of random valid instructions; what the whole
// program must keep (queues of one stream, HBM inside the image) is set right
// afterwards.
//
//===----------------------------------------------------------------------===//
#include "HostileFile.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/StochasticRounding.h"

using namespace llvm;
using namespace glia::isa;

namespace glia::test {

static constexpr uint64_t hbmBytes = uint64_t(4) << 20;

/// Bytes of random instructions, so that the file stays within 16 KiB.
static constexpr size_t mostText = 8192;

static constexpr char frame[] = R"(
.producer "glia test"
.hbm 4194304
.input "x" f32 [1, 64]
.output "y" f32 [1, 64]
.constant "w"
  .f32 1 2 3 4 5
.node "0" "Relu" "first"
.node "1" "Gemm" "second"
.entry "main" program=0 vector=main
.tensor
  halt
.vector
function:
  return
main:
  .at 0
  memset sbuf.f32[0+128, 0](1024:1), value=0x3f800000
  loop_begin count=2, end=last
  memset psum.f32[0+128, 0](64:1), value=0
  memset sbuf.i32[0+128, 0x8000](64:1), value=2
last:
  loop_end begin=2
  call target=function
  semaphore_add semaphore=s40, value=1
  halt
.gpsimd
  semaphore_wait semaphore=s40, value=1
  semaphore_subtract semaphore=s40, value=1
  halt
.scalar
  halt
.sync
  .at 1
  address_move destination=a1, value=0x1000
  register_move destination=r1, value=3
  dma_load sbuf.f32[0+1, 0](64:1), hbm.f32[0](64:4), queue=12
  dma_store hbm.f32[4096](64:4), sbuf.f32[0+1, 0](64:1), queue=12
  halt
)";

static bool isControl(const Instruction &instruction) {
  return std::visit(
      [](const auto &x) {
        using T = std::remove_cvref_t<decltype(x)>;
        return std::is_same_v<T, LoopBegin> || std::is_same_v<T, LoopEnd> ||
               std::is_same_v<T, Return> || std::is_same_v<T, Halt> ||
               std::is_same_v<T, SemaphoreWait> || requires { x.target; };
      },
      instruction);
}

/// Queues belong to one stream: three each. Where nothing rounds
/// stochastically, the machine says so when it is made.
static void fitIn(Instruction &instruction, std::mt19937_64 &generator) {
  auto fit = [&](HbmOperand &o) {
    o.core = selfCore;
    if (generator() % 4)
      o.baseRegister = noRegister5;
    o.offset %= hbmBytes;
  };
  std::visit(
      [&](auto &x) {
        if constexpr (requires { x.queue; })
          x.queue = uint8_t(unsigned(x.engine) * 3 + generator() % 3);
        if constexpr (requires { x.destinationCore; })
          x.destinationCore = x.sourceCore = selfCore;
        if constexpr (requires { fit(x.destination); })
          fit(x.destination);
        if constexpr (requires { fit(x.source); })
          fit(x.source);
        if constexpr (std::remove_cvref_t<decltype(x)>::rounds)
          if (!numerics::hasStochasticRounding(x.destination.type)) {
            x.rounding = Rounding::nearest;
            x.stochastic = {};
          }
      },
      instruction);
}

/// Some valid instruction that needs no other, or none.
static std::optional<Instruction> pick(Opcode opcode,
                                       std::mt19937_64 &generator) {
  const Target &target = *findTarget("trn2");
  for (unsigned attempt = 0; attempt < 8; ++attempt) {
    Instruction instruction = isa::random(opcode, generator, target);
    if (isControl(instruction))
      return std::nullopt;
    fitIn(instruction, generator);
    Error error = validate(instruction, target);
    bool isGood = !error;
    consumeError(std::move(error));
    if (isGood)
      return instruction;
  }
  return std::nullopt;
}

using Stream = std::vector<std::vector<uint8_t>>; // instruction by instruction

static Stream split(ArrayRef<uint8_t> text) {
  Stream stream;
  while (!text.empty()) {
    Expected<Instruction> instruction = decode(text);
    size_t size = wordBytes;
    if (instruction)
      size = words(*instruction) * wordBytes;
    consumeError(instruction.takeError());
    size = std::min(size, text.size());
    stream.push_back(text.take_front(size).vec());
    text = text.drop_front(size);
  }
  return stream;
}

static std::vector<uint8_t> joined(const Stream &stream) {
  std::vector<uint8_t> text;
  for (const std::vector<uint8_t> &each : stream)
    text.insert(text.end(), each.begin(), each.end());
  return text;
}

static std::vector<uint8_t> encoded(const Instruction &instruction) {
  SmallVector<uint8_t, 256> bytes;
  consumeError(encode(instruction, bytes));
  return {bytes.begin(), bytes.end()};
}

AssembledObject manyInstructions(uint64_t seed) {
  std::mt19937_64 generator(seed);
  AssembledObject object = cantFail(assemble(frame, "frame.s"));
  // As many as fit; another seed begins elsewhere.
  ArrayRef<Opcode> opcodes = allOpcodes();
  size_t added = 0;
  for (size_t i = 0; i < opcodes.size() && added < mostText; ++i) {
    std::optional<Instruction> instruction =
        pick(opcodes[(i + seed * 17) % opcodes.size()], generator);
    if (!instruction)
      continue;
    std::vector<uint8_t> bytes = encoded(*instruction);
    std::vector<uint8_t> &stream =
        object.image.programs[0].text[unsigned(engine(*instruction))];
    std::vector<uint8_t> before = stream;
    // Before the halt at the end.
    stream.insert(stream.end() - wordBytes, bytes.begin(), bytes.end());
    Error error = validateProgram(object.image);
    if (error)
      stream = before;
    else
      added += bytes.size();
    consumeError(std::move(error));
  }
  return object;
}

void mutateInstructions(ObjectImage &image, uint64_t seed) {
  std::mt19937_64 generator(seed);
  if (image.programs.empty())
    return;
  Program &program = image.programs[generator() % image.programs.size()];
  for (unsigned changes = 1 + generator() % 4; changes-- > 0;) {
    unsigned engine = generator() % numEngines;
    Stream stream = split(program.text[engine]);
    size_t at = stream.empty() ? 0 : generator() % stream.size();
    switch (generator() % 5) {
    case 0: // remove
      if (!stream.empty())
        stream.erase(stream.begin() + int64_t(at));
      break;
    case 1: // repeat
      if (!stream.empty())
        stream.insert(stream.begin() + int64_t(generator() % stream.size()),
                      std::vector<uint8_t>(stream[at]));
      break;
    case 2: // exchange
      if (!stream.empty())
        std::swap(stream[at], stream[generator() % stream.size()]);
      break;
    default: { // a new one
      ArrayRef<Opcode> opcodes = allOpcodes();
      std::optional<Instruction> fresh =
          pick(opcodes[generator() % opcodes.size()], generator);
      if (!fresh)
        break;
      std::visit(
          [&](auto &x) {
            if (isAllowedOn(x.opcode, Engine(engine)))
              x.engine = Engine(engine);
          },
          *fresh);
      fitIn(*fresh, generator);
      stream.insert(stream.begin() + int64_t(at), encoded(*fresh));
    }
    }
    program.text[engine] = joined(stream);
  }
}

} // namespace glia::test
