//===- DmaTest.cpp - Transfers --------------------------------------------===//
#include "TestProgram.h"

using namespace glia;
using namespace glia::test;

static std::vector<int32_t> counting(size_t n, int32_t from = 0) {
  std::vector<int32_t> values(n);
  for (size_t i = 0; i < n; ++i)
    values[i] = from + int32_t(i);
  return values;
}

TEST_CASE("dma_load and dma_store walk strides on both sides") {
  // [4, 6] transposed on the way in: partition = column.
  std::vector<int32_t> a = counting(24);
  TestProgram program;
  program.input("a", 0, 96).output("out", 4096, 96);
  HbmOperand columns;
  columns.type = ElementType::i32, columns.rank = 2,
  columns.count = {6, 4, 1, 1, 1}, columns.stride = {4, 24, 0, 0, 0};
  program.add(DmaLoad{Engine::sync, 3, 0, 16, tile(6, 4, 8, ElementType::i32),
                      columns});
  waitFor(program, Engine::sync, 4);
  program.add(DmaStore{Engine::sync, 3, 0, 0, hbm(6, 4, 4096, ElementType::i32),
                       tile(6, 4, 8, ElementType::i32)});
  MachineOptions options;
  options.check = true;
  auto machine = program.make(options);
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->run());
  auto got = outputOf<int32_t>(*machine, "out");
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 4; ++r)
      CHECK(got[size_t(c * 4 + r)] == r * 6 + c);
}

TEST_CASE("dma_load broadcasts with a stride of 0") {
  std::vector<int32_t> a{7, 8};
  TestProgram program;
  program.input("a", 0, 8).output("out", 4096, 128 * 8);
  HbmOperand row = hbm(128, 2, 0, ElementType::i32);
  row.stride[0] = 0;
  program.add(
      DmaLoad{Engine::sync, 0, 0, 16, tile(128, 2, 0, ElementType::i32), row});
  waitFor(program, Engine::sync, 4);
  program.add(DmaStore{Engine::sync, 0, 0, 0,
                       hbm(128, 2, 4096, ElementType::i32),
                       tile(128, 2, 0, ElementType::i32)});
  auto machine = program.make();
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->run());
  auto got = outputOf<int32_t>(*machine, "out");
  for (size_t i = 0; i < got.size(); ++i)
    REQUIRE(got[i] == (i % 2 ? 8 : 7));
}

TEST_CASE(
    "dma_copy casts, takes constants, and reads an overlap before it writes") {
  TestProgram program;
  program.constant<float>(0, {1.5f, 2.5f, -3.5f, 1e20f})
      .output("out", 4096, 16)
      .output("moved", 8192, 20);
  HbmOperand to = hbm(1, 4, 4096, ElementType::i32), from = hbm(1, 4, 0);
  program.add(DmaCopy{Engine::sync, 0, 0, 0, to, from});
  program.add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 4, 8192), hbm(1, 4, 0)});
  program.add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 4, 8196), hbm(1, 4, 8192)});
  auto machine = program.make();
  REQUIRE(!machine->run());
  CHECK(outputOf<int32_t>(*machine, "out") ==
        std::vector<int32_t>{2, 2, -4, INT32_MAX});
  CHECK(outputOf<float>(*machine, "moved") ==
        std::vector<float>{1.5f, 1.5f, 2.5f, -3.5f, 1e20f});
}

TEST_CASE("dma_move changes partitions") {
  std::vector<int32_t> a = counting(12);
  TestProgram program;
  program.input("a", 0, 48).output("out", 4096, 48);
  program.add(DmaLoad{Engine::sync, 0, 0, 0, tile(3, 4, 0, ElementType::i32),
                      hbm(3, 4, 0, ElementType::i32)});
  // [3, 4] becomes [6, 2] at partition 5, over itself in part.
  program.add(DmaMove{Engine::sync, 0, 0, 0,
                      tile(6, 2, 0, ElementType::i32, Space::sbuf, 1),
                      tile(3, 4, 0, ElementType::i32)});
  program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(6, 2, 4096, ElementType::i32),
                       tile(6, 2, 0, ElementType::i32, Space::sbuf, 1)});
  auto machine = program.make();
  REQUIRE(!machine->setInput("a", bytesOf(a)));
  REQUIRE(!machine->run());
  CHECK(outputOf<int32_t>(*machine, "out") == a);
}

static TestProgram gatherProgram(ElementType indexType, bool wrap,
                                 unsigned count) {
  TestProgram program;
  program.constant<int32_t>(0, counting(50, 100))
      .input("index", 4096, count * bitWidth(indexType) / 8)
      .output("out", 8192, count * 20);
  program.add(DmaLoad{Engine::sync, 0, 0, 0, tile(count, 1, 256, indexType),
                      hbm(count, 1, 4096, indexType)});
  program.add(DmaGather{
      Engine::sync, 0, 0, 0, tile(count, 5, 0, ElementType::i32),
      tile(count, 1, 256, indexType), hbm(10, 5, 0, ElementType::i32), wrap});
  program.add(DmaStore{Engine::sync, 0, 0, 0,
                       hbm(count, 5, 8192, ElementType::i32),
                       tile(count, 5, 0, ElementType::i32)});
  return program;
}

TEST_CASE("dma_gather takes rows by index, and wraps negative ones if asked") {
  std::vector<int64_t> index{9, 0, -1, -10};
  MachineOptions options;
  options.check = true;
  auto machine = gatherProgram(ElementType::i64, true, 4).make(options);
  REQUIRE(!machine->setInput("index", bytesOf(index)));
  llvm::Error error = machine->run();
  if (error)
    FAIL(message(std::move(error)));
  auto got = outputOf<int32_t>(*machine, "out");
  for (size_t p = 0; p < 4; ++p)
    for (size_t i = 0; i < 5; ++i)
      CHECK(got[p * 5 + i] ==
            100 + int32_t((index[p] < 0 ? index[p] + 10 : index[p]) * 5 +
                          int64_t(i)));
}

TEST_CASE("E3403: a gather index out of range traps") {
  for (auto [wrap, value] :
       {std::pair(true, 10), {true, -11}, {false, -1}, {false, INT32_MAX}}) {
    auto machine = gatherProgram(ElementType::i32, wrap, 2).make();
    REQUIRE(
        !machine->setInput("index", bytesOf(std::vector<int32_t>{0, value})));
    CHECK(codeOf(machine->run()) == 3403);
  }
}

TEST_CASE("base registers move HBM operands") {
  TestProgram program;
  program.input("a", 0, 64).output("out", 4096, 16);
  HbmOperand from = hbm(1, 4, 0, ElementType::i32);
  from.baseRegister = 3;
  program.add(RegisterMove{Engine::sync, 5, 8});
  program.add(RegisterAdd{Engine::sync, 5, 5, noRegister6, 8});
  program.add(AddressMove{Engine::sync, 2, 16});
  program.add(AddressAdd{Engine::sync, 3, 2, 5, 0});
  program.add(
      DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 4, 4096, ElementType::i32), from});
  auto machine = program.make();
  REQUIRE(!machine->setInput("a", bytesOf(counting(16))));
  REQUIRE(!machine->run());
  CHECK(outputOf<int32_t>(*machine, "out") == counting(4, 8));
}
