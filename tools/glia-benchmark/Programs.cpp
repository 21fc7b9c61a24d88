//===- Programs.cpp - Generated programs for benchmarks -------------------===//
//
// A pipeline of loads, products and stores for the timing model, unrolled, so
// that every instruction runs once; and a large object that ends at once.
//
//===----------------------------------------------------------------------===//
#include "Benchmark.h"
#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Support/Error.h"
#include <chrono>

using namespace glia;

namespace {
class ProgramBuilder {
public:
  ProgramBuilder() {
    image.target = "trn2";
    image.producer = "glia-benchmark";
    image.programs.resize(1);
    image.entries.push_back({"main", {}, 0, {}});
    image.hbmBytes = 1 << 20;
  }
  template <typename T>
  void add(isa::Engine engine, T instruction) {
    instruction.engine = engine;
    llvm::SmallVector<uint8_t, 256> bytes;
    llvm::cantFail(isa::encode(isa::Instruction(instruction), bytes));
    auto &text = image.programs[0].text[static_cast<unsigned>(engine)];
    text.insert(text.end(), bytes.begin(), bytes.end());
  }
  /// `now` goes on once `before` has come here.
  void order(isa::Engine before, isa::Engine now, uint8_t semaphore) {
    isa::SemaphoreAdd signal;
    signal.semaphore = semaphore, signal.value = 1;
    add(before, signal);
    wait(now, semaphore, 1);
  }
  void wait(isa::Engine engine, uint8_t semaphore, uint32_t value) {
    isa::SemaphoreWait wait;
    wait.semaphore = semaphore, wait.value = value;
    add(engine, wait);
    isa::SemaphoreSubtract subtract;
    subtract.semaphore = semaphore, subtract.value = value;
    add(engine, subtract);
  }
  ObjectImage finish() {
    for (unsigned engine = 0; engine < numEngines; ++engine)
      if (!image.programs[0].text[engine].empty())
        add(static_cast<isa::Engine>(engine), isa::Halt{});
    return std::move(image);
  }
  ObjectImage image;
};
} // namespace

static isa::OnChipOperand tile(uint32_t at, unsigned columns,
                               isa::Space space) {
  isa::OnChipOperand operand;
  operand.space = space;
  operand.partitions = 128;
  operand.byteOffset = at;
  operand.count[0] = static_cast<uint16_t>(columns);
  return operand;
}

static isa::HbmOperand rows(uint32_t columns) {
  isa::HbmOperand operand;
  operand.rank = 2;
  operand.count = {128, columns, 1, 1, 1};
  operand.stride = {int64_t(columns) * 4, 4, 0, 0, 0};
  return operand;
}

/// One trip: a tile comes in, three products, a copy, and it goes out.
static void addTrip(ProgramBuilder &program) {
  using isa::Engine, isa::Space;
  constexpr unsigned columns = 256;
  isa::DmaLoad load;
  load.signalMask = 1;
  load.destination = tile(0, columns, Space::sbuf);
  load.source = rows(columns);
  program.add(Engine::sync, load);
  program.wait(Engine::tensor, 0, 16);
  program.add(Engine::tensor,
              isa::LoadStationary{Engine::tensor, tile(0, 128, Space::sbuf)});
  for (unsigned i = 0; i < 3; ++i) {
    isa::MultiplyMoving multiply;
    multiply.destination = tile(0, columns, Space::psum);
    multiply.moving = tile(0, columns, Space::sbuf);
    multiply.accumulate = i > 0;
    program.add(Engine::tensor, multiply);
  }
  program.order(Engine::tensor, Engine::vector, 10);
  isa::Copy copy;
  copy.destination = tile(4096, columns, Space::sbuf);
  copy.source = tile(0, columns, Space::psum);
  program.add(Engine::vector, copy);
  program.order(Engine::vector, Engine::sync, 11);
  isa::DmaStore store;
  store.queue = 1;
  store.destination = rows(columns);
  store.source = tile(4096, columns, Space::sbuf);
  program.add(Engine::sync, store);
}

llvm::Expected<llvm::json::Value> benchmark::measureTiming(unsigned rounds) {
  ProgramBuilder program;
  for (unsigned trip = 0; trip < 20000; ++trip)
    addTrip(program);
  ObjectImage image = program.finish();
  MachineOptions options;
  options.timingOnly = true;
  double first = 1e9, later = 1e9;
  uint64_t instructions = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    llvm::Expected<std::unique_ptr<Machine>> machine =
        Machine::createFromImage(image, nullptr, options);
    if (!machine)
      return machine.takeError();
    for (double *best : {&first, &later}) {
      double start = threadSeconds();
      if (llvm::Error error = (*machine)->run())
        return std::move(error);
      *best = std::min(*best, threadSeconds() - start);
    }
    instructions = 0;
    for (const Counters::Engine &engine : (*machine)->counters().engines)
      instructions += engine.instructions;
  }
  return llvm::json::Object{
      {"instructions", static_cast<int64_t>(instructions)},
      {"first_run_per_second", double(instructions) / first},
      {"later_runs_per_second", double(instructions) / later}};
}

llvm::Error benchmark::writeLargeObject(llvm::StringRef path,
                                        uint64_t weightBytes) {
  ProgramBuilder program;
  program.add(isa::Engine::sync, isa::Halt{});
  program.image.hbmBytes = weightBytes;
  program.image.constants.push_back({"weights", 0, weightBytes, 0});
  llvm::Expected<ObjectWriter> writer =
      ObjectWriter::create(path, program.image);
  if (!writer)
    return writer.takeError();
  std::vector<uint8_t> block(1 << 20);
  for (size_t i = 0; i < block.size(); ++i)
    block[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
  for (uint64_t done = 0; done < weightBytes; done += block.size()) {
    uint64_t bytes = std::min<uint64_t>(block.size(), weightBytes - done);
    if (llvm::Error error =
            writer->appendWeights(llvm::ArrayRef(block).take_front(bytes)))
      return error;
  }
  return writer->finish();
}
