//===- CollectiveTrapTest.cpp - Ranks that do not meet --------------------===//
//
// Missing ranks, ranks that disagree, cores without a group: a trap that names
// the cores, never a hang, with values and without. And what a queue that waits
// holds back.
//
//===----------------------------------------------------------------------===//
#include "ProgramPair.h"

using namespace glia;
using namespace glia::test;

static MachineOptions mode(bool timingOnly) {
  MachineOptions options;
  options.timingOnly = timingOnly;
  return options;
}
/// The code of a run with values, and of one without: they must be the same.
static unsigned codeOf(ProgramPair &pair) {
  unsigned code = codeOf(pair.run(mode(false)));
  CHECK(codeOf(pair.run(mode(true))) == code);
  return code;
}
static std::string messageOf(ProgramPair &pair, bool timingOnly) {
  return message(pair.run(mode(timingOnly)));
}

static AllReduce reduce(uint32_t count, ElementType type = ElementType::f32,
                        ReduceOp op = ReduceOp::add) {
  AllReduce x;
  x.engine = Engine::sync;
  x.destination = x.source = hbm(1, count, 0, type);
  x.op = op;
  x.signalBase = 0;
  x.signalMask = 16;
  return x;
}

TEST_CASE("B22: a rank that never comes is named") {
  ProgramPair pair({0, 0, 1, 0}, {{0, 1, 2, 3}});
  pair.program.add(reduce(8));
  waitFor(pair.program, Engine::sync, 4);
  pair.other().add(RegisterMove{Engine::sync, 0, 1});
  for (bool timingOnly : {false, true}) {
    std::string text = messageOf(pair, timingOnly);
    INFO(text);
    REQUIRE(text.find("GLIA-E3422") != std::string::npos);
    REQUIRE(text.find("lacks the cores 2; there are 0, 1, 3") !=
            std::string::npos);
    REQUIRE(text.find("core 1 sync: pc 3 waits for s4 >= 16") !=
            std::string::npos);
  }
}

TEST_CASE("a collective that nobody waits for needs its ranks, too") {
  ProgramPair pair({0, 1}, {{0, 1}});
  pair.program.add(reduce(8));
  pair.other().add(RegisterMove{Engine::sync, 0, 1});
  REQUIRE(codeOf(pair) == 3422); // GLIA-E3422
}

TEST_CASE("B22: ranks must agree") {
  auto code = [](auto other) {
    ProgramPair pair({0, 1}, {{0, 1}});
    pair.program.add(reduce(8));
    pair.other().add(other);
    return codeOf(pair);
  };
  REQUIRE(code(reduce(8)) == 0);
  REQUIRE(code(reduce(9)) == 3420); // GLIA-E3420
  REQUIRE(code(reduce(8, ElementType::i32)) == 3420);
  REQUIRE(code(reduce(8, ElementType::f32, ReduceOp::max)) == 3420);
  Broadcast broadcast;
  broadcast.engine = Engine::sync;
  broadcast.destination = broadcast.source = hbm(1, 8, 0);
  REQUIRE(code(broadcast) == 3420);
  AllReduceSbuf onChip;
  onChip.engine = Engine::sync;
  onChip.destination = onChip.source = tile(1, 8, 0);
  REQUIRE(code(onChip) == 3420);
}

TEST_CASE("the message names who disagrees") {
  ProgramPair pair({0, 0, 1}, {{0, 1, 2}});
  pair.program.add(reduce(8));
  pair.other().add(reduce(4));
  for (bool timingOnly : {false, true}) {
    std::string text = messageOf(pair, timingOnly);
    INFO(text);
    REQUIRE(text.find("core 0: all_reduce of 8 to 8 f32 with add in hbm") !=
            std::string::npos);
    REQUIRE(text.find("core 2: all_reduce of 4 to 4") != std::string::npos);
    REQUIRE(text.find("core 1: ") == std::string::npos);
  }
}

TEST_CASE("a core without a group traps") {
  ProgramPair pair({0, 0}, {{0}});
  pair.program.add(reduce(8));
  pair.other().add(RegisterMove{Engine::sync, 0, 1});
  REQUIRE(codeOf(pair) == 3421); // GLIA-E3421
}

TEST_CASE("operands must fit the group") {
  ProgramPair pair({0, 0}, {{0, 1}});
  AllGather gather;
  gather.engine = Engine::sync;
  gather.destination = hbm(3, 4, 0);
  gather.source = hbm(1, 4, 4096);
  pair.program.add(gather);
  pair.other().add(RegisterMove{Engine::sync, 0, 1});
  REQUIRE(codeOf(pair) == 3420);
}

TEST_CASE("two groups that wait for each other are a deadlock, not a hang") {
  // Core 0 waits for set 0 first, core 1 for set 1 first.
  ProgramPair pair({0, 1}, {{0, 1}});
  pair.program.image.replicaGroups.push_back({{{1, 0}}});
  auto on = [](uint16_t set) {
    AllReduce x = reduce(8);
    x.group = set;
    x.queue = uint8_t(set);
    return x;
  };
  pair.program.add(on(0));
  waitFor(pair.program, Engine::sync, 4);
  pair.program.add(on(1));
  pair.other().add(on(1));
  waitFor(pair.program, Engine::sync, 4);
  pair.program.add(on(0));
  REQUIRE(codeOf(pair) == 3422);
}

TEST_CASE("what is behind a collective on its queue waits for it") {
  // The copy takes the sum, although nothing waits for a semaphore.
  TestProgram program;
  program.image.coreToProgram = {0, 0};
  program.image.replicaGroups.push_back({{{0, 1}}});
  program.input("x", 0, 16).output("y", 4096, 16);
  program.add(reduce(4, ElementType::i32))
      .add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 4, 4096, ElementType::i32),
                   hbm(1, 4, 0, ElementType::i32)});
  auto machine = program.make();
  std::vector<int32_t> x = {1, 2, 3, INT32_MAX};
  REQUIRE(!machine->setInput("x", bytesOf(x)));
  if (llvm::Error error = machine->run())
    FAIL(message(std::move(error)));
  REQUIRE(outputOf<int32_t>(*machine, "y") ==
          std::vector<int32_t>{2, 4, 6, -2});
}

TEST_CASE("the stream goes on while a collective is pending") {
  // Its own semaphore is added behind the collective, by the same stream.
  TestProgram program;
  program.image.coreToProgram = {0, 0};
  program.image.replicaGroups.push_back({{{0, 1}}});
  program.output("y", 0, 16);
  program.add(reduce(4))
      .add(SemaphoreAdd{Engine::sync, 9, 1})
      .add(SemaphoreWait{Engine::vector, 9, 1})
      .add(SemaphoreSubtract{Engine::vector, 9, 1})
      .add(SemaphoreAdd{Engine::vector, 10, 1})
      .add(SemaphoreWait{Engine::sync, 10, 1})
      .add(SemaphoreSubtract{Engine::sync, 10, 1});
  waitFor(program, Engine::sync, 4);
  auto machine = program.make();
  REQUIRE(codeOf(machine->run()) == 0);
}

TEST_CASE("collectives in a loop meet trip by trip") {
  TestProgram program;
  program.image.coreToProgram = {0, 0, 0};
  program.image.replicaGroups.push_back({{{0, 1, 2}}});
  program.input("x", 0, 4);
  program.output("y", 4096, 4);
  // loop_begin at 0, all_reduce of 3 words at 1, wait and subtract, loop_end.
  program.add(LoopBegin{Engine::sync, 4, noRegister6, 6});
  program.add(reduce(1, ElementType::i32));
  waitFor(program, Engine::sync, 4);
  REQUIRE(program.pc(Engine::sync) == 6);
  program.add(LoopEnd{Engine::sync, 0});
  program.add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 1, 4096, ElementType::i32),
                      hbm(1, 1, 0, ElementType::i32)});
  auto machine = program.make();
  std::vector<int32_t> x = {7};
  REQUIRE(!machine->setInput("x", bytesOf(x)));
  if (llvm::Error error = machine->run())
    FAIL(message(std::move(error)));
  REQUIRE(outputOf<int32_t>(*machine, "y") == std::vector<int32_t>{7 * 81});
}
