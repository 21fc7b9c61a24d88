//===- MultiCoreTest.cpp - Several cores in one run -----------------------===//
//
// What each core sees: its number, its part of inputs and outputs, its
// constants, its program; and how one core reaches another.
//
//===----------------------------------------------------------------------===//
#include "Modelled.h"
#include "TestProgram.h"
#include <atomic>

using namespace glia;
using namespace glia::test;

static void copy(TestProgram &program, uint64_t to, uint64_t from,
                 uint32_t count, ElementType type = ElementType::u8) {
  program.add(DmaCopy{Engine::sync, 0, 0, 16, hbm(1, count, to, type),
                      hbm(1, count, from, type)});
  waitFor(program, Engine::sync, 4);
}

static Binding split(std::string name, BindingKind kind, uint64_t at,
                     ElementType type, llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<int64_t> part, std::vector<Shard> shards) {
  Binding binding;
  binding.name = std::move(name);
  binding.kind = kind;
  binding.type = type;
  binding.shape.assign(shape.begin(), shape.end());
  binding.partShape.assign(part.begin(), part.end());
  binding.shards = std::move(shards);
  binding.hbmOffset = at;
  uint64_t count = 1;
  for (int64_t extent : part)
    count *= uint64_t(extent);
  binding.bytes = storageBytes(type, count);
  return binding;
}

static void mustRun(Machine &machine) {
  if (llvm::Error error = machine.run())
    FAIL(message(std::move(error)));
}

TEST_CASE("an uneven split is padded with zeros and joined without them") {
  // [5, 3] over a grid of 2 x 2 parts of [3, 2]; core 4 holds padding only.
  std::vector<Shard> grid = {
      {0, {1, 0}}, {1, {0, 1}}, {2, {0, 0}}, {3, {1, 1}}, {4, {2, 0}}};
  TestProgram program;
  program.image.coreToProgram.assign(5, 0);
  program.image.bindings = {
      split("x", BindingKind::input, 0, ElementType::u8, {5, 3}, {3, 2}, grid),
      split("y", BindingKind::output, 4096, ElementType::u8, {5, 3}, {3, 2},
            grid),
      split("parts", BindingKind::output, 8192, ElementType::u8, {30}, {6},
            {{0, {0}}, {1, {1}}, {2, {2}}, {3, {3}}, {4, {4}}})};
  copy(program, 4096, 0, 6);
  copy(program, 8192, 0, 6);
  MachineOptions options;
  options.check = true;
  auto machine = program.make(options);
  std::vector<uint8_t> x(15);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = uint8_t(i + 1);
  REQUIRE(!machine->setInput("x", x));
  mustRun(*machine);
  REQUIRE(outputOf<uint8_t>(*machine, "y") == x);
  REQUIRE(outputOf<uint8_t>(*machine, "parts") ==
          std::vector<uint8_t>{10, 11, 13, 14, 0, 0, // core 0: rows 3, 4
                               3,  0,  6,  0,  9, 0, // core 1: last column
                               1,  2,  4,  5,  7, 8, // core 2
                               12, 0,  15, 0,  0, 0, // core 3
                               0,  0,  0,  0,  0, 0});
}

TEST_CASE("half bytes are split and joined") {
  std::vector<Shard> halves = {{0, {0, 0}}, {1, {0, 1}}};
  TestProgram program;
  program.image.coreToProgram.assign(2, 0);
  program.image.bindings = {split("x", BindingKind::input, 0, ElementType::u4,
                                  {3, 2}, {3, 1}, halves),
                            split("y", BindingKind::output, 4096,
                                  ElementType::u4, {3, 2}, {3, 1}, halves)};
  copy(program, 4096, 0, 2);
  auto machine = program.make();
  std::vector<uint8_t> x = {0x21, 0x43, 0x65};
  REQUIRE(!machine->setInput("x", x));
  mustRun(*machine);
  REQUIRE(outputOf<uint8_t>(*machine, "y") == x);
}

TEST_CASE("a core knows its number") {
  // Each copies its own row out of a table, by an address made from r47.
  TestProgram program;
  program.image.coreToProgram.assign(3, 0);
  std::vector<uint8_t> table = {5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0};
  program.constant(8192, table);
  program.image.bindings = {split("y", BindingKind::output, 0, ElementType::u8,
                                  {3}, {1}, {{0, {0}}, {1, {1}}, {2, {2}}})};
  program.add(AddressMove{Engine::sync, 1, 8192});
  for (unsigned i = 0; i < 4; ++i)
    program.add(AddressAdd{Engine::sync, 1, 1, 47, 0});
  HbmOperand from = hbm(1, 1, 0, ElementType::u8);
  from.baseRegister = 1;
  program.add(
      DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 1, 0, ElementType::u8), from});
  auto machine = program.make();
  mustRun(*machine);
  REQUIRE(outputOf<uint8_t>(*machine, "y") == std::vector<uint8_t>{5, 6, 7});
}

TEST_CASE("constants of all cores are read once, those of one by it") {
  TestProgram program;
  program.image.hbmBytes = 8 << 20;
  program.image.coreToProgram.assign(4, 0);
  std::vector<uint8_t> shared(3 << 20), own(4);
  for (size_t i = 0; i < shared.size(); ++i)
    shared[i] = uint8_t(i * 7 + (i >> 12));
  constexpr uint64_t at = 1048576 + 192; // in the middle of a page
  program.constant(at, shared);
  for (uint32_t core = 0; core < 4; ++core) {
    own[0] = uint8_t(core + 1);
    program.constant(6 << 20, own);
    program.image.constants.back().cores = {core};
  }
  program.image.bindings = {
      split("y", BindingKind::output, 0, ElementType::u8, {4, 8}, {1, 8},
            {{0, {0, 0}}, {1, {1, 0}}, {2, {2, 0}}, {3, {3, 0}}})};
  // The first and last bytes of the constant, and some across a chunk's end.
  copy(program, 0, at, 2);
  copy(program, 2, at + (1 << 20) - 1, 2);
  copy(program, 4, at + (2 << 20) + 5000, 2);
  copy(program, 6, at + shared.size() - 1, 1);
  copy(program, 7, 6 << 20, 1);
  for (unsigned threads : {1u, 4u}) {
    std::atomic<unsigned> reads{0};
    auto weights = program.weights;
    MachineOptions options;
    options.threads = threads;
    ObjectImage image = program.image;
    llvm::SmallVector<uint8_t, 64> halt;
    REQUIRE(!encode(Instruction(Halt{Engine::sync}), halt));
    image.programs[0].text[4].insert(image.programs[0].text[4].end(),
                                     halt.begin(), halt.end());
    auto machine = llvm::cantFail(Machine::createFromImage(
        image,
        [&](size_t constant, uint64_t offset,
            llvm::MutableArrayRef<uint8_t> bytes) -> llvm::Error {
          reads += constant == 0;
          std::copy_n(weights[constant].begin() + ptrdiff_t(offset),
                      bytes.size(), bytes.begin());
          return llvm::Error::success();
        },
        options));
    mustRun(*machine);
    REQUIRE(reads == 3); // chunks of 1 MiB
    auto y = outputOf<uint8_t>(*machine, "y");
    for (size_t core = 0; core < 4; ++core) {
      const uint8_t *row = y.data() + core * 8;
      REQUIRE(row[0] == shared[0]);
      REQUIRE(row[1] == shared[1]);
      REQUIRE(row[2] == shared[(1 << 20) - 1]);
      REQUIRE(row[3] == shared[1 << 20]);
      REQUIRE(row[4] == shared[(2 << 20) + 5000]);
      REQUIRE(row[6] == shared.back());
      REQUIRE(row[7] == core + 1);
    }
  }
}

TEST_CASE("a constant is read in pieces that end where the file's chunks do") {
  constexpr uint64_t mib = 1 << 20, begin = 5 * mib + 4096;
  for (uint32_t cores : {1u, 2u}) {
    TestProgram program;
    program.image.hbmBytes = 8 * mib;
    program.image.coreToProgram.assign(cores, 0);
    program.constant(mib, std::vector<uint8_t>(3 * mib, 1));
    program.image.constants[0].fileOffset = begin;
    copy(program, 0, mib, mib / 2);
    copy(program, mib / 2, 4 * mib - 1, 1);
    copy(program, mib / 2, 2 * mib, 2 * mib / 4);
    copy(program, mib / 2, 3 * mib, 2 * mib / 4);
    llvm::SmallVector<uint8_t, 64> halt;
    REQUIRE(!encode(Instruction(Halt{Engine::sync}), halt));
    ObjectImage image = program.image;
    image.programs[0].text[4].insert(image.programs[0].text[4].end(),
                                     halt.begin(), halt.end());
    std::vector<std::pair<uint64_t, uint64_t>> reads; // in .weights
    auto machine = llvm::cantFail(Machine::createFromImage(
        image,
        [&](size_t, uint64_t offset,
            llvm::MutableArrayRef<uint8_t> bytes) -> llvm::Error {
          reads.push_back({begin + offset, begin + offset + bytes.size()});
          std::fill(bytes.begin(), bytes.end(), 1);
          return llvm::Error::success();
        }));
    mustRun(*machine);
    llvm::sort(reads);
    REQUIRE(reads == std::vector<std::pair<uint64_t, uint64_t>>{
                         {begin, 6 * mib},
                         {6 * mib, 7 * mib},
                         {7 * mib, 8 * mib},
                         {8 * mib, 8 * mib + 4096}});
  }
}

TEST_CASE("a write into a shared constant traps on every core") {
  TestProgram program;
  program.image.coreToProgram.assign(2, 0);
  program.constant(65536, std::vector<uint8_t>(1 << 18, 1));
  copy(program, 1 << 17, 0, 1);
  REQUIRE(codeOf(program.make()->run()) == 3401);
}

TEST_CASE("cores exchange rows through each other's HBM and semaphores") {
  // Both write their row into the other core, and tell it.
  TestProgram program;
  program.image.coreToProgram = {0, 1};
  program.image.programs.resize(2);
  program.image.entries.push_back({"main", {}, 1, {}});
  std::vector<Shard> halves = {{0, {0, 0}}, {1, {1, 0}}};
  program.image.bindings = {split("x", BindingKind::input, 0, ElementType::u8,
                                  {2, 4}, {1, 4}, halves),
                            split("y", BindingKind::output, 4096,
                                  ElementType::u8, {2, 4}, {1, 4}, halves)};
  for (uint32_t core = 0; core < 2; ++core) {
    HbmOperand to = hbm(1, 4, 4096, ElementType::u8);
    to.core = 1 - core;
    program.add(
        DmaCopy{Engine::sync, 0, 0, 16, to, hbm(1, 4, 0, ElementType::u8)});
    waitFor(program, Engine::sync, 4);
    program.add(SemaphoreAddRemote{Engine::sync, 20, 1, noRegister6, 1 - core});
    waitFor(program, Engine::sync, 20, 1);
    program.add(Halt{Engine::sync});
    // add() appends to the first program.
    std::swap(program.image.programs[0], program.image.programs[1]);
  }
  for (unsigned threads : {1u, 2u}) {
    MachineOptions options;
    options.threads = threads;
    auto machine = llvm::cantFail(
        Machine::createFromImage(program.image, nullptr, options));
    std::vector<uint8_t> x = {1, 2, 3, 4, 5, 6, 7, 8};
    REQUIRE(!machine->setInput("x", x));
    mustRun(*machine);
    REQUIRE(outputOf<uint8_t>(*machine, "y") ==
            std::vector<uint8_t>{5, 6, 7, 8, 1, 2, 3, 4});
  }
}

TEST_CASE("another core's SBUF is found as reset leaves it, in each run") {
  // Core 1 does nothing. Core 0 reads a byte of its SBUF, then writes there.
  TestProgram program;
  program.image.coreToProgram = {0, 1};
  program.image.programs.resize(2);
  program.output("y", 0, 1);
  auto byte = [](uint32_t at) { return tile(1, 1, at, ElementType::u8); };
  DmaMove read{Engine::sync, 0, 0, 0, byte(0), byte(99328)}, write;
  write = {Engine::sync, 0, 0, 0, byte(99328), byte(2048)};
  read.sourceCore = 1, write.destinationCore = 1;
  Memset seven;
  seven.engine = Engine::vector, seven.destination = byte(2048);
  seven.value = 7;
  program.add(seven).add(SemaphoreAdd{Engine::vector, 8, 1});
  waitFor(program, Engine::sync, 8, 1);
  program.add(read).add(write).add(
      DmaStore{Engine::sync, 0, 0, 0, hbm(1, 1, 0, ElementType::u8), byte(0)});
  auto machine = program.make();
  for (unsigned call = 0; call < 2; ++call) {
    mustRun(*machine);
    REQUIRE(outputOf<uint8_t>(*machine, "y")[0] == 0xFF);
  }
}

TEST_CASE("semaphore_add_remote: every core finds the sum of what all sent") {
  // Each waits for exactly its sums and takes them; --check wants zeros then.
  modelled(SemaphoreAddRemote::opcode);
  std::mt19937 generator(17);
  constexpr unsigned cores = 3;
  uint64_t sums[cores][256] = {};
  TestProgram program;
  program.image.coreToProgram = {0, 1, 2};
  program.image.programs.resize(cores);
  program.image.entries = {
      {"main", {}, 0, {}}, {"main", {}, 1, {}}, {"main", {}, 2, {}}};
  std::vector<Program> made;
  for (uint32_t core = 0; core < cores; ++core) {
    for (unsigned i = 0; i < 60; ++i) {
      uint32_t to = generator() % cores, value = generator() % 1000;
      auto semaphore = uint8_t(core * 3 + generator() % 3); // one giver each
      sums[to][semaphore] += value;
      if (i % 2) {
        program.add(SemaphoreAddRemote{Engine::sync, semaphore, value,
                                       noRegister6, to});
      } else {
        program.add(RegisterMove{Engine::sync, 9, to});
        program.add(SemaphoreAddRemote{Engine::sync, semaphore, value, 9});
      }
    }
    made.push_back(std::exchange(program.image.programs[0], {}));
  }
  for (uint32_t core = 0; core < cores; ++core) {
    program.image.programs[0] = made[core];
    for (unsigned semaphore = 0; semaphore < 9; ++semaphore)
      waitFor(program, Engine::vector, uint8_t(semaphore),
              uint32_t(sums[core][semaphore]));
    program.add(Halt{Engine::sync}).add(Halt{Engine::vector});
    made[core] = program.image.programs[0];
  }
  program.image.programs = made;
  MachineOptions options;
  options.check = true;
  auto machine =
      llvm::cantFail(Machine::createFromImage(program.image, nullptr, options));
  mustRun(*machine);
}

TEST_CASE("a core that is not there cannot be reached") {
  TestProgram program;
  program.image.coreToProgram = {0, 0};
  program.add(SemaphoreAddRemote{Engine::sync, 20, 1, noRegister6, 2});
  REQUIRE(codeOf(program.make()->run()) == 3402); // GLIA-E3402
  TestProgram reads;
  reads.image.coreToProgram = {0, 0};
  HbmOperand from = hbm(1, 1, 0);
  from.core = 5;
  reads.add(DmaCopy{Engine::sync, 0, 0, 0, hbm(1, 1, 64), from});
  REQUIRE(codeOf(reads.make()->run()) == 3402);
}

TEST_CASE("a deadlock lists every core and what it waits for") {
  TestProgram program;
  program.image.coreToProgram = {0, 0, 0};
  program.add(SemaphoreWait{Engine::vector, 3, 2});
  program.add(SemaphoreWait{Engine::sync, 4, 1});
  std::string text = message(program.make()->run());
  INFO(text);
  REQUIRE(text.find("GLIA-E3405") != std::string::npos);
  for (const char *each : {"core 0 vector: pc 0 waits for s3 >= 2, which is 0",
                           "core 2 vector: pc 0", "core 1 sync: pc 0"})
    REQUIRE(text.find(each) != std::string::npos);
}

TEST_CASE("cores without the entry are idle") {
  TestProgram program;
  program.image.coreToProgram = {0, 1};
  program.image.programs.resize(2);
  program.output("y", 0, 1).input("x", 4096, 1);
  copy(program, 0, 4096, 1);
  auto machine = program.make();
  std::vector<uint8_t> x = {9};
  REQUIRE(!machine->setInput("x", x));
  mustRun(*machine);
  REQUIRE(outputOf<uint8_t>(*machine, "y") == x);
  REQUIRE(machine->counters().cores.size() == 2);
  REQUIRE(machine->counters().cores[1].engines[4].instructions == 0);
  REQUIRE(machine->counters().dmaBytes ==
          machine->counters().cores[0].dmaBytes);
}

TEST_CASE("fuel is that of all cores together, on any number of threads") {
  for (unsigned threads : {1u, 4u}) {
    TestProgram program;
    program.image.coreToProgram.assign(4, 0);
    for (unsigned i = 0; i < 9; ++i)
      program.add(RegisterMove{Engine::sync, 0, 1});
    MachineOptions options;
    options.threads = threads;
    options.fuel = 10 * 64 * 4; // with halt
    auto machine = program.make(options);
    REQUIRE(codeOf(machine->run()) == 0);
    REQUIRE(machine->counters().fuelUsed == options.fuel);
    machine->setFuel(options.fuel - 1);
    REQUIRE(codeOf(machine->run()) == 4400); // GLIA-E4400
  }
}

TEST_CASE("device memory is that of all cores together") {
  TestProgram program;
  program.image.coreToProgram.assign(4, 0);
  program.add(RegisterMove{Engine::sync, 0, 1});
  MachineOptions options;
  options.maxDeviceMemory = 4 * program.image.hbmBytes - 1;
  REQUIRE(codeOf(program.machine(options).takeError()) == 4401); // GLIA-E4401
}
