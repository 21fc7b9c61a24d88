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

TEST_CASE("E3404: a gather on chip with skip defines only what it takes") {
  // Index 9 is out of range: its element stays undefined.
  for (uint32_t second : {1u, 9u}) {
    TestProgram program;
    program.add(fill(tile(16, 4, 0, ElementType::i32)));
    for (unsigned i = 0; i < 2; ++i) {
      Memset index = fill(tile(16, 1, 64 + i * 4, ElementType::i32));
      index.value = i ? second : 1;
      program.add(index);
    }
    program.add(SemaphoreAdd{Engine::vector, 8, 1});
    waitFor(program, Engine::gpsimd, 8, 1);
    auto withSkip = [&](auto x, OnChipOperand to, OnChipOperand index) {
      x.destination = to, x.index = index, x.skip = true;
      x.source = tile(16, 4, 0, ElementType::i32);
      program.add(Engine::gpsimd, x);
    };
    withSkip(GatherElements(), tile(16, 2, 128, ElementType::i32),
             tile(16, 2, 64, ElementType::i32));
    // 32 indices of a group: the second column is those from 16 on.
    withSkip(LocalGather(), tile(16, 32, 256, ElementType::i32),
             tile(16, 2, 64, ElementType::i32));
    OnChipOperand rows = tile(16, 4, 512, ElementType::i32),
                  secondColumn = tile(16, 1, 68, ElementType::i32);
    withSkip(PartitionGather(), rows, secondColumn);
    program.add(SemaphoreAdd{Engine::gpsimd, 9, 1});
    waitFor(program, Engine::vector, 9, 1);
    auto reads = [&](OnChipOperand source) {
      TestProgram reader = program;
      Copy copy;
      copy.destination = source, copy.destination.byteOffset = 1024;
      copy.source = source;
      reader.add(Engine::vector, copy);
      return runChecked(reader);
    };
    unsigned skipped = second == 9 ? 3404 : 0;
    CHECK(reads(tile(16, 1, 128, ElementType::i32)) == 0);
    CHECK(reads(tile(16, 1, 132, ElementType::i32)) == skipped);
    CHECK(reads(tile(16, 16, 256, ElementType::i32)) == 0);
    CHECK(reads(tile(16, 1, 320, ElementType::i32)) == skipped);
    CHECK(reads(rows) == 0); // of 16 rows there is a 9th
  }
}

TEST_CASE("E3404: a row that partition_gather skips stays undefined") {
  for (uint32_t row : {3u, 4u}) {
    TestProgram program;
    program.add(Engine::gpsimd, fill(tile(4, 2, 0, ElementType::i32)));
    Memset index = fill(tile(1, 1, 64, ElementType::i32));
    index.value = row;
    program.add(Engine::gpsimd, index);
    PartitionGather gather;
    gather.destination = tile(1, 2, 128, ElementType::i32);
    gather.source = tile(4, 2, 0, ElementType::i32);
    gather.index = tile(1, 1, 64, ElementType::i32);
    gather.skip = true;
    program.add(Engine::gpsimd, gather);
    CHECK(runChecked(program) == 0);
    Copy copy;
    copy.destination = tile(1, 2, 256, ElementType::i32);
    copy.source = gather.destination;
    program.add(Engine::gpsimd, copy);
    CHECK(runChecked(program) == (row == 3 ? 0u : 3404u));
  }
}

TEST_CASE("E3404: row accumulators are undefined until something sets them") {
  using Command = AccumulatorCommand;
  auto reduce = [](Command command, unsigned partitions) {
    TensorScalarReduce x;
    x.engine = Engine::vector;
    x.destination = x.source = tile(partitions, 8, 0);
    x.op0 = AluOp::add, x.scalar0 = immediate(1.0f);
    x.accumulator = command;
    return x;
  };
  AccumulatorRead read;
  read.engine = Engine::vector, read.destination = tile(32, 1, 256);
  auto codeAfter = [&](auto... instructions) {
    TestProgram program;
    program.add(fill(tile(32, 8, 0)));
    (program.add(instructions), ...);
    program.add(read);
    return runChecked(program);
  };
  CHECK(codeAfter() == 3404);
  CHECK(codeAfter(reduce(Command::idle, 32)) == 3404);
  CHECK(codeAfter(reduce(Command::reduce, 32)) == 3404); // reads them, too
  CHECK(codeAfter(reduce(Command::reset, 32)) == 0);
  CHECK(codeAfter(reduce(Command::reset_reduce, 32)) == 0);
  CHECK(codeAfter(reduce(Command::reset, 32), reduce(Command::reduce, 32)) ==
        0);
  // Of 31 lanes one is missing.
  CHECK(codeAfter(reduce(Command::reset_reduce, 31)) == 3404);
  AccumulatorWrite write;
  write.engine = Engine::vector, write.value = immediate(2.0f);
  write.partitions = 32;
  CHECK(codeAfter(write) == 0);
  write.startPartition = 32; // other lanes
  CHECK(codeAfter(write) == 3404);
  // Scalar's are others than Vector's.
  write.startPartition = 0, write.engine = Engine::scalar;
  CHECK(codeAfter(write) == 3404);
}

TEST_CASE("E3404: a part of a row, a part of an element") {
  for (unsigned hole = 0; hole < 6; ++hole) {
    // All of [32, 8] but byte 2 of element `hole` of partition 5 is written.
    TestProgram program;
    auto bytes = [&](unsigned partitions, unsigned first, unsigned count,
                     unsigned partition) {
      if (count)
        program.add(Engine::gpsimd,
                    fill(tile(partitions, count, first, ElementType::u8,
                              Space::sbuf, partition)));
    };
    bytes(32, 64, 32, 0); // rows to move from
    auto move = [&](unsigned partition, unsigned first, unsigned count) {
      program.add(DmaMove{
          Engine::gpsimd, 0, 0, 0,
          tile(1, count, first, ElementType::u8, Space::sbuf, partition),
          tile(1, count, 64, ElementType::u8)});
    };
    for (unsigned p = 0; p < 32; ++p)
      if (p != 5)
        move(p, 0, 32);
    move(5, 0, hole * 4 + 2);
    move(5, hole * 4 + 3, 32 - hole * 4 - 3);
    // Carried on, the hole is where it was.
    program.add(
        DmaMove{Engine::gpsimd, 0, 0, 8, tile(32, 8, 128), tile(32, 8, 0)});
    waitFor(program, Engine::gpsimd, 3);
    for (uint32_t at : {0u, 128u})
      for (unsigned element = 0; element < 6; ++element) {
        TestProgram reader = program;
        Copy copy;
        copy.destination = tile(32, 1, 256);
        copy.source = tile(32, 1, at + element * 4);
        reader.add(Engine::gpsimd, copy);
        CHECK(runChecked(reader) == (element == hole ? 3404u : 0u));
        copy.destination = tile(5, 8, 256); // the partitions before
        copy.source = tile(5, 8, at);
        TestProgram above = program;
        above.add(Engine::gpsimd, copy);
        CHECK(runChecked(above) == 0);
      }
  }
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
