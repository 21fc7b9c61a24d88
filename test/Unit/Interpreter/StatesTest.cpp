//===- StatesTest.cpp - Tensors that stay on the device -------------------===//
//
// A state lies in HBM by its layout, split or copied over cores, begins with
// its initial value, lives on between runs, and speaks its ONNX form outside.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"

using namespace glia;
using namespace glia::test;

static Binding state(ElementType type, llvm::ArrayRef<int64_t> shape,
                     std::vector<LayoutStep> layout, uint64_t bytes) {
  Binding binding;
  binding.name = "s";
  binding.kind = BindingKind::state;
  binding.type = type;
  binding.shape.assign(shape.begin(), shape.end());
  binding.layout = std::move(layout);
  binding.hbmOffset = 4096;
  binding.bytes = bytes;
  return binding;
}

/// Copies the state's bytes in HBM to an output.
static TestProgram show(const Binding &binding) {
  TestProgram program;
  program.image.bindings.push_back(binding);
  program.output("hbm", 65536, binding.bytes);
  program.add(DmaCopy{
      Engine::sync, 0, 0, 0,
      hbm(1, uint32_t(binding.bytes), 65536, ElementType::u8),
      hbm(1, uint32_t(binding.bytes), binding.hbmOffset, ElementType::u8)});
  return program;
}

static std::vector<uint8_t> counting(size_t n) {
  std::vector<uint8_t> values(n);
  for (size_t i = 0; i < n; ++i)
    values[i] = uint8_t(i + 1);
  return values;
}

TEST_CASE("a layout moves a state's elements, and back") {
  // [2, 3] permuted to [3, 2], padded to [4, 2], tiled to [2, 2, 2].
  Binding binding = state(ElementType::u8, {2, 3},
                          {{LayoutStep::permute, {1, 0}},
                           {LayoutStep::pad, {4, 2}},
                           {LayoutStep::tile, {0, 2}}},
                          8);
  auto machine = show(binding).make();
  auto s = counting(6); // 1 2 3 / 4 5 6
  REQUIRE(!machine->setState("s", s));
  REQUIRE(codeOf(machine->run()) == 0);
  REQUIRE(outputOf<uint8_t>(*machine, "hbm") ==
          std::vector<uint8_t>{1, 4, 2, 5, 3, 6, 0, 0});
  REQUIRE(llvm::cantFail(machine->getState("s")) == s);
}

TEST_CASE("any layout can be undone") {
  std::mt19937 generator(5);
  for (unsigned i = 0; i < 200; ++i) {
    llvm::SmallVector<int64_t, 6> shape, now;
    for (unsigned d = 0, rank = generator() % 4; d < rank; ++d)
      shape.push_back(int64_t(generator() % 5));
    now = shape;
    std::vector<LayoutStep> layout;
    for (unsigned step = 0, steps = generator() % 5; step < steps; ++step) {
      LayoutStep made;
      made.kind = LayoutStep::Kind(generator() % 3);
      if (made.kind == LayoutStep::permute) {
        for (size_t d = 0; d < now.size(); ++d)
          made.values.push_back(int64_t(d));
        std::shuffle(made.values.begin(), made.values.end(), generator);
      } else if (made.kind == LayoutStep::pad) {
        for (int64_t extent : now)
          made.values.push_back(extent + int64_t(generator() % 3));
      } else if (now.empty()) {
        continue;
      } else {
        size_t d = generator() % now.size();
        int64_t size = now[d] % 2 == 0 ? 2 : 1;
        made.values = {int64_t(d), size};
      }
      layout.push_back(made);
      now = llvm::cantFail(layOutShape(shape, layout));
    }
    uint64_t bytes = 2, whole = 2;
    for (int64_t extent : now)
      bytes *= uint64_t(extent);
    for (int64_t extent : shape)
      whole *= uint64_t(extent);
    if (bytes == 0)
      continue; // nothing for the program to copy
    auto machine = show(state(ElementType::bf16, shape, layout, bytes)).make();
    auto s = counting(whole);
    REQUIRE(!machine->setState("s", s));
    REQUIRE(llvm::cantFail(machine->getState("s")) == s);
  }
}

TEST_CASE("a state begins with its constant, on each core its own") {
  Binding binding = state(ElementType::u8, {4}, {}, 2);
  binding.partShape = {2};
  binding.shards = {{0, {1}}, {1, {0}}};
  TestProgram program = show(binding);
  program.image.coreToProgram = {0, 0};
  Binding &shown = program.image.bindings.back();
  shown.shape = {4};
  shown.partShape = {2};
  shown.shards = {{0, {0}}, {1, {1}}};
  for (uint32_t core : {0u, 1u}) {
    program.constant(4096, std::vector<uint8_t>{uint8_t(10 + core), 7});
    program.image.constants.back().cores = {core};
    program.image.constants.back().isInitial = true;
  }
  auto machine = program.make();
  REQUIRE(llvm::cantFail(machine->getState("s")) ==
          std::vector<uint8_t>{11, 7, 10, 7});
  REQUIRE(codeOf(machine->run()) == 0);
  REQUIRE(outputOf<uint8_t>(*machine, "hbm") ==
          std::vector<uint8_t>{10, 7, 11, 7});
  // Another value replaces it, even before it was used.
  auto other = program.make();
  REQUIRE(!other->setState("s", counting(4)));
  REQUIRE(codeOf(other->run()) == 0);
  REQUIRE(outputOf<uint8_t>(*other, "hbm") ==
          std::vector<uint8_t>{3, 4, 1, 2});
}

TEST_CASE("an initial value of all cores is each core's own") {
  TestProgram program;
  program.image.coreToProgram = {0, 0};
  program.image.hbmBytes = 4 << 20;
  constexpr uint64_t bytes = 1 << 20;
  program.image.bindings.push_back(
      state(ElementType::u8, {int64_t(bytes)}, {}, bytes));
  program.constant(4096, std::vector<uint8_t>(bytes, 9));
  program.image.constants.back().isInitial = true;
  Binding out;
  out.name = "y";
  out.kind = BindingKind::output;
  out.type = ElementType::u8;
  out.shape = {2};
  out.partShape = {1};
  out.shards = {{0, {0}}, {1, {1}}};
  out.hbmOffset = 2 << 20;
  out.bytes = 1;
  program.image.bindings.push_back(out);
  // Each writes its number into the middle and shows it.
  program.constant(3 << 20, std::vector<uint8_t>{20});
  program.image.constants.back().cores = {0};
  program.constant(3 << 20, std::vector<uint8_t>{21});
  program.image.constants.back().cores = {1};
  auto one = [](uint64_t at) { return hbm(1, 1, at, ElementType::u8); };
  program
      .add(DmaCopy{Engine::sync, 0, 0, 0, one(4096 + bytes / 2), one(3 << 20)})
      .add(DmaCopy{Engine::sync, 0, 0, 0, one(2 << 20),
                   one(4096 + bytes / 2)});
  auto machine = program.make();
  REQUIRE(codeOf(machine->run()) == 0);
  REQUIRE(outputOf<uint8_t>(*machine, "y") == std::vector<uint8_t>{20, 21});
  auto s = llvm::cantFail(machine->getState("s"));
  REQUIRE(s[bytes / 2] == 20);
  REQUIRE(s[bytes / 2 - 1] == 9);
}

TEST_CASE("states live on between runs, and --check knows them") {
  // s = s + 1, element by element, on the vector engine.
  TestProgram program;
  program.image.bindings.push_back(state(ElementType::f32, {4}, {}, 16));
  OnChipOperand s = tile(1, 4, 0);
  program.add(DmaLoad{Engine::sync, 0, 0, 2, s, hbm(1, 4, 4096)});
  waitFor(program, Engine::vector, 1);
  program
      .add(TensorScalar{Engine::vector, s, s, immediate(1.0f),
                        immediate(0.0f), AluOp::add, AluOp::bypass, false,
                        false})
      .add(SemaphoreAdd{Engine::vector, 20, 1});
  waitFor(program, Engine::sync, 20, 1);
  program.add(DmaStore{Engine::sync, 0, 0, 0, hbm(1, 4, 4096), s});
  MachineOptions options;
  options.check = true;
  auto machine = program.make(options);
  REQUIRE(machine->step() == 0);
  for (unsigned i = 0; i < 3; ++i)
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
  auto bytes = llvm::cantFail(machine->getState("s"));
  std::vector<float> values(4);
  std::memcpy(values.data(), bytes.data(), 16);
  REQUIRE(values == std::vector<float>{3, 3, 3, 3});
  REQUIRE(machine->step() == 3);
  machine->setStep(7);
  REQUIRE(codeOf(machine->run()) == 0);
  REQUIRE(machine->step() == 8);
}

TEST_CASE("states that are not there are refused") {
  auto machine = show(state(ElementType::u8, {4}, {}, 4)).make();
  REQUIRE(codeOf(machine->setState("t", counting(4))) == 1404); // GLIA-E1404
  REQUIRE(codeOf(machine->setState("s", counting(3))) == 1404);
  REQUIRE(codeOf(machine->getState("hbm").takeError()) == 1404);
}
