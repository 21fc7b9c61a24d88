//===- TimingTest.cpp - The model of time ---------------------------------===//
//
// Times are compared with the cost functions, not with figures: the constants
// belong to the targets.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include "llvm/Support/JSON.h"
#include <set>

using namespace glia;
using namespace glia::test;

static Memset fill(uint32_t offset, Engine engine, unsigned count = 512) {
  Memset x;
  x.engine = engine, x.destination = tile(128, count, offset);
  return x;
}
static Counters timed(TestProgram program, bool timingOnly = true) {
  MachineOptions options;
  options.timingOnly = timingOnly;
  auto machine = program.make(options);
  llvm::Error error = machine->run();
  if (error)
    FAIL(message(std::move(error)));
  return machine->counters();
}

TEST_CASE("independent streams overlap, dependent ones add up") {
  TestProgram parallel, serial;
  parallel.add(fill(0, Engine::vector)).add(fill(4096, Engine::gpsimd));
  serial.add(fill(0, Engine::vector)).add(SemaphoreAdd{Engine::vector, 1, 1});
  serial.add(SemaphoreWait{Engine::gpsimd, 1, 1})
      .add(fill(4096, Engine::gpsimd));
  Counters a = timed(parallel), b = timed(serial);
  double vector = a.engines[1].activeNs, gpsimd = a.engines[3].activeNs;
  CHECK(a.timeNs < vector + gpsimd);
  CHECK(b.timeNs >= vector + gpsimd);
  CHECK(b.engines[3].stallNs.count("vector") == 1);
  CHECK(b.engines[3].stallNs["vector"] >= vector);
}

TEST_CASE("a loop takes its trips' time, and fuel is not needed for values") {
  TestProgram once, thrice;
  once.add(fill(0, Engine::vector));
  uint32_t body = fill(0, Engine::vector).destination.partitions ? 1 : 0;
  thrice.add(LoopBegin{Engine::vector, 3, noRegister6, body + 1})
      .add(fill(0, Engine::vector))
      .add(LoopEnd{Engine::vector, 0});
  CHECK(timed(thrice).engines[1].activeNs ==
        Approx(3 * timed(once).engines[1].activeNs));
  CHECK(timed(thrice).engines[1].instructions ==
        3 + 1 + 3 + 1); // bodies, begin, ends, halt
}

TEST_CASE("reading what was just written costs the pipeline's latency") {
  TestProgram dependent, independent;
  Copy copy;
  copy.engine = Engine::vector, copy.source = tile(128, 64, 0),
  copy.destination = tile(128, 64, 8192);
  dependent.add(fill(0, Engine::vector, 64)).add(copy);
  copy.source = tile(128, 64, 16384);
  independent.add(fill(0, Engine::vector, 64)).add(copy);
  CHECK(timed(dependent).timeNs > timed(independent).timeNs);
}

TEST_CASE("a pointer to scalars waits for who writes them") {
  auto time = [](uint32_t scalars) {
    TensorScalar add;
    add.source = tile(128, 64, 4096), add.destination = tile(128, 64, 8192);
    add.op0 = AluOp::add, add.scalar0 = {true, ElementType::f32, 0, scalars};
    TestProgram program;
    program.add(fill(0, Engine::vector, 64)).add(add);
    return timed(program).timeNs;
  };
  CHECK(time(252) > time(256)); // the last that was written, the first behind
}

TEST_CASE("row accumulators: sums stream, who reads them out waits") {
  TensorScalarReduce sum;
  sum.source = tile(128, 64, 0), sum.destination = tile(128, 64, 4096);
  sum.op0 = AluOp::add, sum.accumulator = AccumulatorCommand::reset_reduce;
  TensorScalarReduce more = sum;
  more.source = tile(128, 64, 8192), more.destination = tile(128, 64, 12288);
  more.accumulator = AccumulatorCommand::reduce;
  AccumulatorRead read;
  read.destination = tile(128, 1, 16384);
  auto time = [&](const auto &...instructions) {
    TestProgram program;
    (program.add(instructions), ...);
    Counters counters = timed(program);
    return std::pair(counters.timeNs,
                     counters.engines[1].stallNs["dependency"]);
  };
  CHECK(time(sum, more).second == 0);
  CHECK(time(sum, read).second > 0);
  // Partitions that were not summed have nothing to wait for.
  sum.source.partitions = sum.destination.partitions = 64;
  read.destination.partitions = 64, read.destination.startPartition = 64;
  CHECK(time(sum, read).second == 0);
}

TEST_CASE("transfers share the engines and count bytes") {
  TestProgram one, two;
  one.add(DmaLoad{Engine::sync, 0, 0, 0, tile(128, 512, 0), hbm(128, 512, 0)});
  two.add(DmaLoad{Engine::sync, 0, 0, 0, tile(128, 512, 0), hbm(128, 512, 0)});
  two.add(
      DmaLoad{Engine::sync, 1, 0, 0, tile(128, 512, 4096), hbm(128, 512, 0)});
  Counters a = timed(one), b = timed(two);
  CHECK(a.hbmReadBytes == 128 * 512 * 4);
  CHECK(b.dmaBytes == 2 * a.dmaBytes);
  CHECK(b.timeNs > a.timeNs);
  CHECK(b.timeNs < 2 * a.timeNs); // the fixed cost overlaps
}

TEST_CASE("mfu is of the operand type's peak: fp32 alone comes near 1") {
  TestProgram program;
  program.add(LoadStationary{Engine::tensor, tile(128, 128, 0)});
  for (unsigned i = 0; i < 200; ++i) {
    MultiplyMoving x;
    x.destination = tile(128, 512, 0, ElementType::f32, Space::psum);
    x.moving = tile(128, 512, 8192);
    program.add(x);
  }
  Counters counters = timed(program);
  CHECK(counters.macs == 200ull * 128 * 128 * 512);
  CHECK(counters.mfu > 0.9);
  CHECK(counters.mfu <= 1);
}

TEST_CASE("values take the same time as no values") {
  TestProgram program;
  program.add(fill(0, Engine::vector)).add(SemaphoreAdd{Engine::vector, 1, 1});
  program.add(SemaphoreWait{Engine::sync, 1, 1})
      .add(
          DmaStore{Engine::sync, 0, 0, 0, hbm(128, 512, 0), tile(128, 512, 0)});
  CHECK(timed(program, true).timeNs == timed(program, false).timeNs);
}

TEST_CASE("transfers of few rows share the engines") {
  // Eight rows take eight of the engines, the other eight take the others.
  TestProgram one, both, same;
  auto load = [](uint8_t queue, unsigned partition) {
    OnChipOperand to = tile(8, 8192, 0);
    to.startPartition = static_cast<uint8_t>(partition);
    return DmaLoad{Engine::sync, queue, 0, 0, to, hbm(8, 8192, 0)};
  };
  one.add(load(0, 0));
  both.add(load(0, 0)).add(load(1, 64));
  same.add(load(0, 0)).add(load(1, 0));
  Counters a = timed(one), b = timed(both), c = timed(same);
  CHECK(b.timeNs < 1.2 * a.timeNs);
  CHECK(c.timeNs > 1.5 * a.timeNs);
  CHECK(c.dmaEnginesNs > 0);
  CHECK(c.dmaQueueNs == 0);
  TestProgram queued;
  queued.add(load(0, 0)).add(load(0, 64));
  CHECK(timed(queued).dmaQueueNs > 0);
}

TEST_CASE("Vector and Scalar wait for each other in a bank of PSUM") {
  auto program = [](unsigned bank) {
    TestProgram result;
    Copy copy;
    copy.engine = Engine::vector;
    copy.source = tile(128, 512, 0, ElementType::f32, Space::psum);
    copy.destination = tile(128, 512, 0);
    result.add(copy);
    copy.engine = Engine::scalar;
    copy.source.byteOffset = bank * 2048;
    copy.destination.byteOffset = 8192;
    result.add(copy);
    return result;
  };
  Counters apart = timed(program(1)), together = timed(program(0));
  CHECK(apart.engines[1].stallNs.count("port") +
            apart.engines[2].stallNs.count("port") ==
        0);
  CHECK(together.engines[1].stallNs.count("port") +
            together.engines[2].stallNs.count("port") ==
        1);
  CHECK(together.timeNs > apart.timeNs);
}

TEST_CASE("an address from a register is slow to issue") {
  auto program = [](bool dynamic) {
    TestProgram result;
    for (unsigned i = 0; i < 8; ++i) {
      DmaLoad load{Engine::sync, 0, 0, 0, tile(128, 16, 0), hbm(128, 16, 0)};
      if (dynamic)
        load.source.baseRegister = 0;
      result.add(load);
    }
    return result;
  };
  double difference =
      timed(program(true)).timeNs - timed(program(false)).timeNs;
  const Target &target = *findTarget("trn2");
  double floor = double(target.dynamicAddressFloor - target.minimumInterval) /
                 clockGHz(target, Engine::sync);
  CHECK(difference >= 6 * floor);
}

TEST_CASE("a transfer through a queue signals whoever waits, with its cause") {
  TestProgram program;
  program.add(
      DmaLoad{Engine::sync, 3, 0, 2, tile(128, 64, 0), hbm(128, 64, 0)});
  waitFor(program, Engine::vector, 1);
  Counters counters = timed(program);
  CHECK(counters.engines[1].stallNs.count("dma_queue_3") == 1);
  CHECK(counters.engines[1].stallNs["dma_queue_3"] > 1000);
}

/// Checks what Perfetto needs of each event; counts phases.
static std::map<std::string, unsigned> phasesOf(llvm::StringRef text) {
  auto parsed = llvm::json::parse(text);
  REQUIRE(bool(parsed));
  const llvm::json::Array *events =
      parsed->getAsObject()->getArray("traceEvents");
  REQUIRE(events);
  std::map<std::string, unsigned> phases;
  std::set<std::pair<int64_t, int64_t>> named;
  for (const llvm::json::Value &value : *events) {
    const llvm::json::Object &event = *value.getAsObject();
    std::string phase = event.getString("ph")->str();
    ++phases[phase];
    REQUIRE(event.getString("name"));
    std::pair<int64_t, int64_t> track(*event.getInteger("pid"),
                                      *event.getInteger("tid"));
    if (phase == "M") {
      if (*event.getString("name") == "thread_name")
        named.insert(track);
      continue;
    }
    REQUIRE(event.getNumber("ts"));
    if (phase == "X") {
      CHECK(*event.getNumber("dur") >= 0);
      CHECK(named.count(track) == 1);
    }
    if (phase == "C")
      CHECK(event.getObject("args")->getInteger("value"));
    if (phase == "s" || phase == "f")
      CHECK(event.getInteger("id"));
  }
  return phases;
}

TEST_CASE("the trace shows engines, queues, semaphores, waits and nodes") {
  TestProgram program;
  program.image.nodes.push_back({"3/then/4", "Gemm", "a \"name\"\n"});
  program.image.debug.push_back({1, 0, 0, 0});
  program.add(
      DmaLoad{Engine::sync, 3, 0, 2, tile(128, 64, 0), hbm(128, 64, 0)});
  waitFor(program, Engine::vector, 1);
  program.add(fill(0, Engine::vector));
  MachineOptions options;
  options.trace = true;
  auto machine = program.make(options);
  REQUIRE(!machine->run());
  std::string trace;
  llvm::raw_string_ostream os(trace);
  machine->writeTrace(os);
  std::map<std::string, unsigned> phases = phasesOf(trace);
  CHECK(phases["X"] == 3); // the transfer, the wait, the memset
  CHECK(phases["C"] == 1);
  CHECK(phases["s"] == 1);
  CHECK(phases["f"] == 1);
  CHECK(phases["M"] == 3); // the core, Vector, the queue
  CHECK(trace.find("3/then/4") != std::string::npos);
  CHECK(trace.find("Gemm") != std::string::npos);
}

TEST_CASE("counters and trace are JSON with the documented keys") {
  TestProgram program;
  program.add(fill(0, Engine::vector));
  MachineOptions options;
  options.trace = true;
  auto machine = program.make(options);
  REQUIRE(!machine->run());
  std::string counters, trace;
  llvm::raw_string_ostream countersOs(counters), traceOs(trace);
  machine->counters().writeJson(countersOs);
  machine->writeTrace(traceOs);
  for (const char *key :
       {"\"time_ns\"", "\"mfu\"", "\"macs\"", "\"engines\"", "\"active_ns\"",
        "\"instructions\"", "\"stall_ns\"", "\"dma_bytes\"", "\"dma_stall_ns\"",
        "\"hbm_read_bytes\"", "\"hbm_write_bytes\"", "\"collectives\"",
        "\"exposed_ns\"", "\"hidden_ns\"", "\"host_seconds\""})
    CHECK(counters.find(key) != std::string::npos);
  CHECK(trace.find("\"traceEvents\"") != std::string::npos);
  CHECK(trace.find("\"memset\"") != std::string::npos);
}

TEST_CASE("a register waits for what its stream has written") {
  auto program = [](uint32_t offset) {
    TestProgram result;
    result.add(fill(0, Engine::vector, 8192));
    RegisterLoad load;
    load.source = tile(1, 1, offset, ElementType::i32);
    load.destination = 1;
    result.add(Engine::vector, load);
    return result;
  };
  double dependent = timed(program(0)).timeNs,
         independent = timed(program(65536)).timeNs;
  CHECK(dependent > independent);
}

TEST_CASE("with values, time goes the way of the data; without, of the hint") {
  // Counts a register down from a value in memory.
  TestProgram program;
  Memset seven;
  seven.destination = tile(1, 1, 0, ElementType::i32), seven.value = 7;
  program.add(Engine::vector, seven);
  RegisterLoad load;
  load.source = seven.destination, load.destination = 1;
  program.add(Engine::vector, load);
  uint32_t again = program.pc(Engine::vector);
  program.add(RegisterAdd{Engine::vector, 1, 1, noRegister6, uint32_t(-1)});
  Branch branch;
  branch.condition = BranchCondition::greater, branch.left = 1;
  branch.hint = 2, branch.target = again;
  program.add(Engine::vector, branch);
  Counters values = timed(program, false), hints = timed(program, true);
  CHECK(values.engines[1].instructions == 2 + 7 * 2 + 1);
  CHECK(values.assumedDecisions == 0);
  CHECK(hints.engines[1].instructions == 2 + 3 * 2 + 1);
  CHECK(hints.assumedDecisions == 3);
}
