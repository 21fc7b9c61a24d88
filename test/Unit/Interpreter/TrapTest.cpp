//===- TrapTest.cpp - What stops a program --------------------------------===//
#include "TestProgram.h"

using namespace glia;
using namespace glia::test;

TEST_CASE("E3400, E3401, E3402: HBM accesses are checked") {
  auto run = [](HbmOperand to, uint64_t base = 0) {
    TestProgram program;
    program.constant<float>(4096, {1, 2, 3, 4});
    program.add(AddressMove{Engine::sync, 0, base})
        .add(DmaCopy{Engine::sync, 0, 0, 0, to, hbm(1, 4, 4096)});
    return codeOf(program.make()->run());
  };
  HbmOperand to = hbm(1, 4, 0);
  CHECK(run(to) == 0);
  to.offset = (1 << 20) - 12;
  CHECK(run(to) == 3400);
  to.offset = 0, to.baseRegister = 0;
  CHECK(run(to, 1 << 20) == 3400);
  CHECK(run(to, ~uint64_t(0) - 3) == 3400);
  CHECK(run(to, 4100) == 3401);
  to = hbm(1, 4, 0);
  to.core = 1;
  CHECK(run(to) == 3402);
}

TEST_CASE("E3405: a deadlock lists who waits for what") {
  TestProgram program;
  program.add(SemaphoreWait{Engine::vector, 7, 2})
      .add(SemaphoreAdd{Engine::vector, 8, 1});
  program.add(SemaphoreAdd{Engine::sync, 7, 1})
      .add(SemaphoreWait{Engine::sync, 8, 1});
  for (bool timingOnly : {false, true}) {
    TestProgram copy = program;
    MachineOptions options;
    options.timingOnly = timingOnly;
    auto machine = copy.make(options);
    llvm::Error error = machine->run();
    REQUIRE(error.isA<GliaError>());
    std::string text = message(std::move(error));
    CHECK(text.find("GLIA-E3405") != std::string::npos);
    CHECK(text.find("vector: pc 0 waits for s7 >= 2, which is 1") !=
          std::string::npos);
    CHECK(text.find("sync: pc 1 waits for s8 >= 1, which is 0") !=
          std::string::npos);
  }
}

TEST_CASE("E4400: fuel ends an endless program") {
  TestProgram program;
  program.add(LoopBegin{Engine::sync, UINT32_MAX, noRegister6, 2})
      .add(RegisterAdd{Engine::sync, 1, 1, noRegister6, 1});
  program.add(LoopEnd{Engine::sync, 0});
  for (bool timingOnly : {false, true}) {
    TestProgram copy = program;
    MachineOptions options;
    options.timingOnly = timingOnly, options.fuel = 100000;
    CHECK(codeOf(copy.make(options)->run()) == 4400);
  }
}

TEST_CASE("E4401: device memory is limited before it is reserved") {
  TestProgram program;
  program.image.hbmBytes = uint64_t(1) << 40;
  CHECK(codeOf(program.machine().takeError()) == 4401);
}

TEST_CASE("E4403: a transfer onto itself is buffered up to a limit") {
  TestProgram program;
  program.image.hbmBytes = uint64_t(1) << 30;
  program.add(DmaCopy{Engine::sync, 0, 0, 0,
                      hbm(1, 1u << 28, 1, ElementType::u8),
                      hbm(1, 1u << 28, 0, ElementType::u8)});
  CHECK(codeOf(program.make()->run()) == 4403);
}

TEST_CASE("E4402: loops and calls nest 64 deep") {
  TestProgram deep;
  for (unsigned i = 0; i < 65; ++i)
    deep.add(LoopBegin{Engine::sync, 1, noRegister6, 130 - i});
  deep.add(RegisterMove{Engine::sync, 0, 0});
  for (unsigned i = 65; i-- > 0;)
    deep.add(LoopEnd{Engine::sync, i});
  CHECK(codeOf(deep.make()->run()) == 4402);
  TestProgram recursive;
  recursive.add(Call{Engine::sync, 0});
  CHECK(codeOf(recursive.make()->run()) == 4402);
}

TEST_CASE("E3406: control flow that does not match") {
  TestProgram stray;
  stray.add(LoopEnd{Engine::sync, 0});
  CHECK(codeOf(stray.make()->run()) == 3406);
  TestProgram noCall;
  noCall.add(Return{Engine::sync});
  CHECK(codeOf(noCall.make()->run()) == 3406);
  TestProgram nowhere;
  nowhere.add(Call{Engine::sync, 99});
  CHECK(codeOf(nowhere.make()->run()) == 3406);
  TestProgram tooMany;
  tooMany.add(RegisterMove{Engine::sync, 1, 5})
      .add(LoopBegin{Engine::sync, 4, 1, 2})
      .add(LoopEnd{Engine::sync, 1});
  CHECK(codeOf(tooMany.make()->run()) == 3406);
}

TEST_CASE("E3407: semaphores stay in range") {
  TestProgram below;
  below.add(SemaphoreSubtract{Engine::sync, 3, 1});
  CHECK(codeOf(below.make()->run()) == 3407);
  TestProgram above;
  above.add(SemaphoreWrite{Engine::sync, 3, UINT32_MAX})
      .add(SemaphoreAdd{Engine::sync, 3, 1});
  CHECK(codeOf(above.make()->run()) == 3407);
}

TEST_CASE("E1400: what the machine does not take") {
  TestProgram program;
  program.image.target = "trn9";
  CHECK(codeOf(program.machine().takeError()) == 1400);
  TestProgram outside;
  outside.output("out", (1 << 20) - 4, 8);
  CHECK(codeOf(outside.machine().takeError()) == 1400);
  TestProgram overlapping;
  overlapping.constant<int>(0, {1, 2}).constant<int>(4, {1, 2});
  CHECK(codeOf(overlapping.machine().takeError()) == 1400);
}

TEST_CASE("E1401, E1402, E1403: names and sizes of inputs and entries") {
  TestProgram program;
  program.input("a", 0, 16).add(RegisterMove{Engine::sync, 0, 0});
  auto machine = program.make();
  std::vector<uint8_t> bytes(15);
  CHECK(codeOf(machine->setInput("b", bytes)) == 1401);
  CHECK(codeOf(machine->setInput("a", bytes)) == 1402);
  CHECK(codeOf(machine->output("a").takeError()) == 1401);
  CHECK(codeOf(machine->run("nope")) == 1403);
}

TEST_CASE("E2400: stochastic rounding to an integer is refused") {
  TestProgram program;
  TensorTensor x;
  x.destination = x.left = x.right = tile(4, 4, 0), x.op = AluOp::add,
  x.rounding = Rounding::stochastic;
  x.destination.type = ElementType::i8;
  program.add(Engine::vector, x);
  CHECK(codeOf(program.machine().takeError()) == 2400);
}

TEST_CASE("loops and calls run as counted") {
  TestProgram program;
  program.output("out", 4096, 4);
  // main: a0 += 4 in a loop of 3, in a function called twice; then copy from
  // there.
  program.constant<int32_t>(0, {10, 11, 12, 13, 14, 15, 16});
  HbmOperand from = hbm(1, 1, 0, ElementType::i32),
             to = hbm(1, 1, 4096, ElementType::i32);
  from.baseRegister = 0;
  program.add(Call{Engine::sync, 6}).add(Call{Engine::sync, 6}); // pc 0, 1
  program.add(DmaCopy{Engine::sync, 0, 0, 0, to, from});         // pc 2 ...
  uint32_t skip = program.pc(Engine::sync);
  program.add(LoopBegin{Engine::sync, 0, noRegister6, skip + 1})
      .add(LoopEnd{Engine::sync, skip}); // no trip
  uint32_t halt = program.pc(Engine::sync);
  program.add(Halt{Engine::sync});
  uint32_t function = program.pc(Engine::sync);
  program.add(LoopBegin{Engine::sync, 3, noRegister6, function + 2})
      .add(AddressAdd{Engine::sync, 0, 0, noRegister6, 4});
  program.add(LoopEnd{Engine::sync, function}).add(Return{Engine::sync});
  REQUIRE(halt + 1 == function);
  // The two calls were written before the pc was known.
  TestProgram fixed = program;
  llvm::SmallVector<uint8_t, 64> call;
  REQUIRE(!encode(Instruction(Call{Engine::sync, function}), call));
  auto &text = fixed.image.programs[0].text[4];
  std::copy(call.begin(), call.end(), text.begin());
  std::copy(call.begin(), call.end(), text.begin() + 64);
  auto machine = fixed.make();
  llvm::Error error = machine->run();
  if (error)
    FAIL(message(std::move(error)));
  CHECK(outputOf<int32_t>(*machine, "out") == std::vector<int32_t>{16});
}

TEST_CASE("traps name engine, pc and instruction") {
  TestProgram program;
  program.add(RegisterMove{Engine::sync, 0, 0})
      .add(SemaphoreSubtract{Engine::sync, 3, 1});
  llvm::Error error = program.make()->run();
  std::string text = message(std::move(error));
  CHECK(text.find("engine: sync, pc: 1, instruction: semaphore_subtract") !=
        std::string::npos);
}
