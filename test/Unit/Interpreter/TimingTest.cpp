//===- TimingTest.cpp - The model of time ---------------------------------===//
//
// Times are compared with the cost functions, not with figures: the constants
// belong to the targets.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"

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
        "\"instructions\"", "\"stall_ns\"", "\"dma_bytes\"",
        "\"hbm_read_bytes\"", "\"hbm_write_bytes\"", "\"collectives\"",
        "\"exposed_ns\"", "\"hidden_ns\"", "\"host_seconds\""})
    CHECK(counters.find(key) != std::string::npos);
  CHECK(trace.find("\"traceEvents\"") != std::string::npos);
  CHECK(trace.find("\"memset\"") != std::string::npos);
}
