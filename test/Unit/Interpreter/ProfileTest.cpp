//===- ProfileTest.cpp - Where the modelled time goes, by node ------------===//
//
// Every instant belongs to somebody or to nobody, once; what is counted by node
// adds up to the counters; spills and transposes are told apart from the rest.
//
//===----------------------------------------------------------------------===//
#include "TestProgram.h"
#include "glia/Interpreter/Profile.h"

using namespace glia;
using namespace glia::test;

static Memset fill(Engine engine, uint32_t offset, unsigned count = 512) {
  Memset x;
  x.engine = engine;
  x.destination = tile(128, count, offset);
  return x;
}

static Profile profileOf(TestProgram &program, bool timingOnly = true) {
  MachineOptions options;
  options.profile = true;
  options.timingOnly = timingOnly;
  auto machine = program.make(options);
  REQUIRE(!machine->run());
  return machine->profile();
}

static const Profile::Node &nodeAt(const Profile &profile,
                                   llvm::StringRef path) {
  for (const Profile::Node &node : profile.nodes)
    if (node.node.path == path)
      return node;
  FAIL("no node " << path.str());
  return profile.nodes.front();
}

TEST_CASE("every instant is put down to somebody or to nobody, once") {
  TestProgram program;
  program.image.nodes = {{"0", "Relu", "a"}, {"1", "Exp", "b"}};
  program.image.debug = {{1, 0, 0, 0}, {3, 0, 1, 0}};
  program.add(fill(Engine::vector, 0));
  program.add(fill(Engine::gpsimd, 8192, 64));
  Profile profile = profileOf(program);
  CHECK(profile.nodes.size() == 2);
  const Profile::Node &a = nodeAt(profile, "0"), &b = nodeAt(profile, "1");
  CHECK(a.instructions == 1);
  CHECK(a.engineNs[1] == profile.counters.engines[1].activeNs);
  CHECK(b.engineNs[3] == profile.counters.engines[3].activeNs);
  // Both start at once: each gets half of what they share.
  double both = std::min(a.engineNs[1], b.engineNs[3]);
  CHECK(a.timeNs == Approx(a.engineNs[1] - both / 2));
  CHECK(b.timeNs == Approx(b.engineNs[3] - both / 2));
  CHECK(profile.total.timeNs + profile.idleNs ==
        Approx(profile.counters.timeNs));
  CHECK(profile.operatorTypes.size() == 2);
  CHECK(profile.roofline(a).first == "vector");
}

TEST_CASE("a transfer has the time only where no engine computes") {
  TestProgram program;
  program.image.nodes = {{"0", "Relu", "a"}, {"1", "Exp", "b"}};
  program.image.debug = {{1, 0, 0, 0}, {4, 0, 1, 0}};
  program.add(DmaLoad{Engine::sync, 3, 0, 0, tile(128, 64, 0), hbm(128, 64, 0)});
  program.add(fill(Engine::vector, 8192));
  Profile profile = profileOf(program);
  const Profile::Node &load = nodeAt(profile, "1");
  CHECK(load.transfers == 1);
  CHECK(load.instructions == 0);
  CHECK(load.timeNs == Approx(profile.transferOnlyNs));
  CHECK(load.timeNs <= load.transferNs);
  CHECK(profile.queues[3].transfers == 1);
  CHECK(profile.queues[3].bytes == 128 * 64 * 4);
  CHECK(profile.queues[3].activeNs == load.transferNs);
  CHECK(profile.total.timeNs + profile.idleNs ==
        Approx(profile.counters.timeNs));
}

TEST_CASE("compulsory bytes, spilled bytes and all of HBM's") {
  constexpr uint64_t bytes = 128 * 64 * 4;
  TestProgram program;
  program.input("x", 0, bytes);
  program.output("y", bytes, bytes);
  program.image.hbmBytes = 3 * bytes;
  auto load = [&](uint64_t from) {
    return DmaLoad{Engine::sync, 0, 0, 0, tile(128, 64, 0), hbm(128, 64, from)};
  };
  auto store = [&](uint64_t to) {
    DmaStore x;
    x.engine = Engine::sync;
    x.source = tile(128, 64, 0);
    x.destination = hbm(128, 64, to);
    return x;
  };
  program.add(load(0));
  program.add(store(2 * bytes)); // scratch, there and back again
  program.add(load(2 * bytes));
  program.add(store(bytes));
  Profile profile = profileOf(program);
  CHECK(profile.inputBytes == bytes);
  CHECK(profile.outputBytes == bytes);
  CHECK(profile.compulsoryBytes() == 2 * bytes);
  CHECK(profile.total.spillBytes == 2 * bytes);
  CHECK(profile.hbmBytes() == 4 * bytes);
  CHECK(profile.trafficRatio() == 2);
  CHECK(profile.counters.hbmReadBytes == profile.total.hbmReadBytes);
  CHECK(profile.counters.hbmWriteBytes == profile.total.hbmWriteBytes);
}

TEST_CASE("transposes have their share of Tensor's time") {
  TestProgram program;
  Transpose transpose;
  transpose.source = tile(128, 128, 0);
  transpose.destination = tile(128, 128, 0, ElementType::f32, Space::psum);
  program.add(fill(Engine::vector, 0));
  program.add(transpose);
  Profile profile = profileOf(program);
  CHECK(profile.total.transposes == 1);
  CHECK(profile.total.transposeNs > 0);
  CHECK(profile.transposeShare() == 1);
  CHECK(profile.hfu > profile.counters.mfu);
  CHECK(profile.nodes.size() == 1); // no debug map: all is of no node
}

TEST_CASE("values and time give the same profile") {
  auto make = [] {
    TestProgram program;
    program.add(fill(Engine::vector, 0));
    program.add(fill(Engine::gpsimd, 8192));
    return program;
  };
  TestProgram first = make(), second = make();
  std::string a, b;
  for (auto [program, text, timingOnly] :
       {std::tuple(&first, &a, true), std::tuple(&second, &b, false)}) {
    llvm::raw_string_ostream os(*text);
    llvm::json::OStream json(os);
    Profile profile = profileOf(*program, timingOnly);
    json.object([&] { profile.writeJson(json); });
  }
  CHECK(a == b);
}
