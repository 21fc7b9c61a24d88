//===- CheckTest.cpp - Poison, accumulation and races ---------------------===//
#include "TestProgram.h"

using namespace glia;
using namespace glia::test;

static unsigned runChecked(TestProgram program, bool check = true) {
  MachineOptions options;
  options.check = check;
  auto machine = program.make(options);
  for (const Binding &binding : machine->image().bindings)
    if (binding.kind == BindingKind::input)
      REQUIRE(!machine->setInput(binding.name,
                                 std::vector<uint8_t>(binding.bytes)));
  return codeOf(machine->run());
}
static TensorTensor add(OnChipOperand destination, OnChipOperand left,
                        OnChipOperand right) {
  TensorTensor x;
  x.engine = Engine::vector, x.destination = destination, x.left = left,
  x.right = right, x.op = AluOp::add;
  return x;
}
static Memset fill(OnChipOperand destination, Engine engine = Engine::vector) {
  Memset x;
  x.engine = engine, x.destination = destination;
  return x;
}

TEST_CASE("E3404: engines trap on what was never written") {
  TestProgram program;
  program.add(fill(tile(32, 8, 0)))
      .add(add(tile(32, 8, 64), tile(32, 8, 0), tile(32, 8, 4)));
  CHECK(runChecked(program) == 3404);
  CHECK(runChecked(program, false) == 0);
  TestProgram whole;
  whole.add(fill(tile(32, 9, 0)))
      .add(add(tile(32, 8, 64), tile(32, 8, 0), tile(32, 8, 4)));
  CHECK(runChecked(whole) == 0);
}

TEST_CASE("E3404: a plain DMA carries poison, a casting one traps") {
  TestProgram plain;
  plain.add(DmaMove{Engine::vector, 0, 0, 2, tile(4, 8, 256), tile(4, 8, 0)});
  waitFor(plain, Engine::vector, 1);
  CHECK(runChecked(plain) == 0);
  TestProgram used = plain;
  used.add(add(tile(4, 8, 512), tile(4, 8, 256), tile(4, 8, 256)));
  CHECK(runChecked(used) == 3404);
  TestProgram cast;
  cast.add(DmaMove{Engine::vector, 0, 0, 0, tile(4, 8, 256, ElementType::i32),
                   tile(4, 8, 0)});
  CHECK(runChecked(cast) == 3404);
}

TEST_CASE("E3404: outputs must be written") {
  TestProgram program;
  program.output("out", 0, 8).input("in", 64, 4);
  program.add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 1, 0), hbm(1, 1, 64)});
  CHECK(runChecked(program) == 3404);
}

TEST_CASE("E3404: a select defines only what it takes") {
  TestProgram program;
  program.add(fill(tile(32, 8, 0, ElementType::u8))).add(fill(tile(32, 8, 64)));
  Select select;
  select.destination = tile(32, 8, 128),
  select.predicate = tile(32, 8, 0, ElementType::u8),
  select.source = tile(32, 8, 64);
  program.add(Engine::vector, select);
  CHECK(runChecked(program) == 0);
  program.add(add(tile(32, 8, 256), tile(32, 8, 128), tile(32, 8, 64)));
  CHECK(runChecked(program) == 3404);
}

TEST_CASE("E3411: accumulation onto what no product wrote") {
  for (bool accumulate : {false, true}) {
    TestProgram program;
    program.add(fill(tile(16, 16, 0)))
        .add(fill(tile(16, 16, 0, ElementType::f32, Space::psum)))
        .add(SemaphoreAdd{Engine::vector, 8, 1});
    waitFor(program, Engine::tensor, 8, 1);
    program.add(LoadStationary{Engine::tensor, tile(16, 16, 0)});
    MultiplyMoving x;
    x.destination = tile(16, 16, 0, ElementType::f32, Space::psum),
    x.moving = tile(16, 16, 0), x.accumulate = accumulate;
    program.add(x);
    x.accumulate = true;
    program.add(x);
    CHECK(runChecked(program) == (accumulate ? 3411u : 0u));
  }
}

TEST_CASE("E3410: unordered accesses of two streams race") {
  for (bool ordered : {false, true}) {
    TestProgram program;
    program.add(fill(tile(32, 8, 0), Engine::vector));
    if (ordered) {
      program.add(SemaphoreAdd{Engine::vector, 8, 1});
      waitFor(program, Engine::gpsimd, 8, 1);
    }
    program.add(fill(tile(32, 8, 0), Engine::gpsimd));
    CHECK(runChecked(program) == (ordered ? 0u : 3410u));
  }
}

TEST_CASE("E3410: a transfer is not ordered with what its stream does next") {
  for (bool waited : {false, true}) {
    TestProgram program;
    program.input("in", 0, 1024);
    program.add(
        DmaLoad{Engine::vector, 0, 0, 2, tile(32, 8, 0), hbm(32, 8, 0)});
    if (waited)
      waitFor(program, Engine::vector, 1);
    program.add(add(tile(32, 8, 64), tile(32, 8, 0), tile(32, 8, 0)));
    CHECK(runChecked(program) == (waited ? 0u : 3410u));
  }
}

TEST_CASE("E3410: one queue is ordered, two are not") {
  for (uint8_t second : {0, 1}) {
    TestProgram program;
    program.input("in", 0, 1024);
    program.add(DmaLoad{Engine::sync, 0, 0, 0, tile(32, 8, 0), hbm(32, 8, 0)});
    program.add(
        DmaStore{Engine::sync, second, 0, 0, hbm(32, 8, 4096), tile(32, 8, 0)});
    CHECK(runChecked(program) == (second == 0 ? 0u : 3410u));
  }
}

TEST_CASE("disjoint and interleaved accesses do not race") {
  TestProgram program;
  OnChipOperand even = tile(32, 8, 0), odd = tile(32, 8, 4);
  even.stride[0] = odd.stride[0] = 2;
  program.add(fill(even, Engine::vector)).add(fill(odd, Engine::gpsimd));
  program.add(fill(tile(32, 8, 256), Engine::vector));
  program.add(fill(tile(32, 8, 256, ElementType::f32, Space::sbuf, 32),
                   Engine::gpsimd));
  CHECK(runChecked(program) == 0);
}

TEST_CASE("a semaphore that counts orders each trip") {
  // Vector writes, gpsimd reads, and gives the buffer back.
  TestProgram program;
  for (unsigned trip = 0; trip < 3; ++trip) {
    if (trip > 0)
      waitFor(program, Engine::vector, 9, 1);
    program.add(fill(tile(32, 8, 0), Engine::vector))
        .add(SemaphoreAdd{Engine::vector, 8, 1});
    waitFor(program, Engine::gpsimd, 8, 1);
    Copy copy;
    copy.destination = tile(32, 8, 64), copy.source = tile(32, 8, 0);
    program.add(Engine::gpsimd, copy);
    if (trip < 2)
      program.add(SemaphoreAdd{Engine::gpsimd, 9, 1});
  }
  CHECK(runChecked(program) == 0);
}

TEST_CASE("E3410: one semaphore of two producers tells nobody who has come") {
  for (bool takesBoth : {false, true}) {
    // Tensor and Vector give; Scalar needs one, or both.
    TestProgram program;
    program.add(SemaphoreAdd{Engine::tensor, 8, 1})
        .add(SemaphoreAdd{Engine::vector, 8, 1});
    uint32_t value = takesBoth ? 2 : 1;
    program.add(SemaphoreWait{Engine::scalar, 8, value})
        .add(SemaphoreSubtract{Engine::scalar, 8, 2});
    CHECK(runChecked(program) == (takesBoth ? 0u : 3410u));
  }
}

TEST_CASE("E3410: a signal that comes after the wait might have been first") {
  for (bool ordered : {false, true}) {
    // Tensor's signal lets Vector pass; Scalar's comes later in our order.
    TestProgram program;
    program.add(SemaphoreAdd{Engine::tensor, 8, 1});
    waitFor(program, Engine::vector, 8, 1);
    if (ordered) {
      program.add(SemaphoreAdd{Engine::vector, 9, 1});
      waitFor(program, Engine::scalar, 9, 1);
    }
    program.add(SemaphoreAdd{Engine::scalar, 8, 1});
    waitFor(program, Engine::vector, 8, 1);
    CHECK(runChecked(program) == (ordered ? 0u : 3410u));
  }
}

TEST_CASE("E3412: semaphores are zero at the end") {
  TestProgram program;
  program.add(SemaphoreAdd{Engine::tensor, 8, 2})
      .add(SemaphoreWait{Engine::vector, 8, 2});
  CHECK(runChecked(program) == 3412);
  CHECK(runChecked(program, false) == 0);
  program.add(SemaphoreSubtract{Engine::vector, 8, 2});
  CHECK(runChecked(program) == 0);
}

TEST_CASE("E3404: a select whose destination covers its predicate") {
  // The predicate is read before the select writes: it takes every element.
  TestProgram program;
  program.add(fill(tile(32, 8, 0))).add(fill(tile(32, 32, 0, ElementType::u8)));
  Memset ones = fill(tile(32, 8, 128, ElementType::u32));
  ones.value = 1;
  program.add(ones);
  Select select;
  select.destination = tile(32, 8, 128, ElementType::f32),
  select.predicate = tile(32, 8, 128, ElementType::u32),
  select.source = tile(32, 8, 0);
  program.add(Engine::vector, select)
      .add(add(tile(32, 8, 256), tile(32, 8, 128), tile(32, 8, 0)));
  CHECK(runChecked(program) == 0);
}

static Activate apply(ActivationFunction function, float scale) {
  Activate x;
  x.destination = tile(32, 8, 64), x.source = tile(32, 8, 0);
  x.function = function, x.scale = immediate(scale);
  return x;
}

TEST_CASE("values outside of hardware's range are warned of, once a place") {
  for (float scale : {1.0f, 4.0f}) { // sin is good for 3, not for 12
    TestProgram program;
    Memset three = fill(tile(32, 8, 0));
    three.value = std::bit_cast<uint32_t>(3.0f);
    program.add(three).add(SemaphoreAdd{Engine::vector, 8, 1});
    waitFor(program, Engine::scalar, 8, 1);
    for (unsigned i = 0; i < 2; ++i)
      program.add(Engine::scalar, apply(ActivationFunction::sin, scale));
    program.add(Engine::scalar, apply(ActivationFunction::exp, 100));
    MachineOptions options;
    options.check = true;
    auto machine = program.make(options);
    REQUIRE(codeOf(machine->run()) == 0);
    std::vector<std::string> warnings = machine->warnings();
    REQUIRE(warnings.size() == (scale == 1 ? 0u : 2u));
    if (scale == 1)
      continue;
    CHECK(warnings[0].find("`sin` of 256 values") == 0);
    CHECK(warnings[0].find("the first 12") != std::string::npos);
    CHECK(warnings[1].find("scalar pc") != std::string::npos);
    options.check = false; // then nobody looks
    auto quiet = program.make(options);
    REQUIRE(codeOf(quiet->run()) == 0);
    CHECK(quiet->warnings().empty());
  }
}
