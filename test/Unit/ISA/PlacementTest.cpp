//===- PlacementTest.cpp - Which cores hold what --------------------------===//
//
// Shards, layouts, constants of single cores and replica groups: what a file
// says comes back, and what contradicts itself is refused.
//
//===----------------------------------------------------------------------===//

#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include <catch2/catch.hpp>

using namespace glia;

static constexpr char source[] = R"(
.cores 0 0 0
.groups (2, 0) (1)
.input "x" f32 [4, 6] at 0 part [2, 3] on 0 (0, 0) on 1 (1, 0) on 2 (0, 1)
.output "y" f32 [5] at 4096 part [2] on 0 (2) on 1 (0) on 2 (1)
.state "s" bf16 [3, 2] at 8192 permute (1, 0) pad (2, 4) tile (1, 2)
.constant "s" at 8192 initial on 0 on 1
  .zero 16
.constant "s" at 8192 initial on 2
  .zero 16
.constant "w" at 12288 on 0
  .f32 1
.constant "w" at 12288 on 1 on 2
  .f32 2
.sync
  halt
)";

static AssembledObject assembled() {
  return cantFail(assemble(source, "test.s"));
}
static unsigned codeOf(llvm::Error error) {
  unsigned code = 0;
  llvm::handleAllErrors(
      std::move(error),
      [&](const GliaError &coded) { code = unsigned(coded.code); });
  return code;
}
template <typename Change>
static unsigned codeWith(Change change) {
  AssembledObject object = assembled();
  change(object.image);
  return codeOf(writeObject(object.image, object.weights).takeError());
}

TEST_CASE("placements read back as they were written") {
  AssembledObject object = assembled();
  auto bytes = cantFail(writeObject(object.image, object.weights));
  auto read = Object::fromMemory(std::move(bytes));
  if (!read)
    FAIL(llvm::toString(read.takeError()));
  const ObjectImage &image = (*read)->image();
  REQUIRE((image.bindings == object.image.bindings));
  REQUIRE((image.replicaGroups == object.image.replicaGroups));
  REQUIRE(image.bindings[2].bytes == 2 * 2 * 2 * 2);
  REQUIRE(image.bindings[0].findShard(2)->part[1] == 1);
  REQUIRE(image.constants[3].cores == std::vector<uint32_t>{1, 2});
  REQUIRE(image.constants[0].isInitial);
  REQUIRE(!image.constants[3].isOn(0));
  REQUIRE(image.constants[3].isOn(2));
  REQUIRE(image.replicaGroups[0].find(0) == std::pair(0u, 1u));
  REQUIRE(image.replicaGroups[0].find(1) == std::pair(1u, 0u));
}

TEST_CASE("shards keep their rules") {
  REQUIRE(codeWith([](ObjectImage &) {}) == 0);
  auto x = [](auto change) {
    return codeWith([&](ObjectImage &i) { change(i.bindings[0]); });
  };
  auto y = [](auto change) {
    return codeWith([&](ObjectImage &i) { change(i.bindings[1]); });
  };
  REQUIRE(x([](Binding &b) { b.shards[2].core = 3; }) == 1211); // GLIA-E1211
  REQUIRE(x([](Binding &b) { b.shards[2].core = 1; }) == 1211);
  REQUIRE(x([](Binding &b) { b.shards[2].part.pop_back(); }) == 1211);
  REQUIRE(x([](Binding &b) { b.partShape = {2}; }) == 1211);
  REQUIRE(x([](Binding &b) { b.partShape = {0, 3}; }) == 1211);
  REQUIRE(x([](Binding &b) { b.partShape = {INT64_MAX, 3}; }) == 1211);
  REQUIRE(x([](Binding &b) { b.shards.clear(); }) == 1211);
  REQUIRE(x([](Binding &b) { b.bytes = 96; }) == 1211);
  // An input may leave a part out or hold one that is only padding.
  REQUIRE(x([](Binding &b) { b.shards.pop_back(); }) == 0);
  REQUIRE(x([](Binding &b) { b.shards[1].part = {7, 9}; }) == 0);
  REQUIRE(y([](Binding &b) { b.shards.pop_back(); }) == 1211);
  REQUIRE(y([](Binding &b) { b.shards[2].part = {0}; }) == 1211);
  REQUIRE(y([](Binding &b) { b.shards[2].part = {3}; }) == 1211);
}

TEST_CASE("layouts keep their rules") {
  auto layout = [](std::vector<LayoutStep> steps) {
    return codeWith([&](ObjectImage &i) { i.bindings[2].layout = steps; });
  };
  using L = LayoutStep;
  REQUIRE(layout({{L::permute, {0, 0}}}) == 1211);
  REQUIRE(layout({{L::permute, {0, 2}}}) == 1211);
  REQUIRE(layout({{L::permute, {0}}}) == 1211);
  REQUIRE(layout({{L::pad, {2, 2}}}) == 1211);
  REQUIRE(layout({{L::pad, {3}}}) == 1211);
  REQUIRE(layout({{L::tile, {0, 2}}}) == 1211);
  REQUIRE(layout({{L::tile, {2, 1}}}) == 1211);
  REQUIRE(layout({{L::tile, {0, 0}}}) == 1211);
  REQUIRE(layout({{L::tile, {0}}}) == 1211);
  REQUIRE(layout(std::vector<L>(16, {L::tile, {0, 1}})) == 1211);
  REQUIRE(codeWith([](ObjectImage &i) {
            i.bindings[0].layout = {{L::permute, {0, 1}}};
          }) == 1211);
  REQUIRE(codeWith([](ObjectImage &i) {
            i.bindings[2].type = ElementType::i4;
            i.bindings[2].bytes = 4;
          }) == 1211);
  REQUIRE(codeWith([](ObjectImage &i) { i.bindings[2].name = "glia.step"; }) ==
          1211);
}

TEST_CASE("constants of cores keep their rules") {
  auto constant = [](unsigned number, auto change) {
    return codeWith([&](ObjectImage &i) { change(i.constants[number]); });
  };
  REQUIRE(constant(2, [](ConstantSpan &c) { c.cores = {0, 1}; }) == 1211);
  REQUIRE(constant(2, [](ConstantSpan &c) { c.cores = {}; }) == 1211);
  REQUIRE(constant(3, [](ConstantSpan &c) { c.cores = {2, 1}; }) == 1211);
  REQUIRE(constant(3, [](ConstantSpan &c) { c.cores = {1, 3}; }) == 1211);
  REQUIRE(constant(2, [](ConstantSpan &c) { c.hbmOffset = 4096; }) == 1211);
  // An initial value: of a state, whole, once a core.
  REQUIRE(constant(2, [](ConstantSpan &c) { c.isInitial = true; }) == 1211);
  REQUIRE(constant(0, [](ConstantSpan &c) { c.isInitial = false; }) == 1211);
  REQUIRE(constant(0, [](ConstantSpan &c) { c.cores = {0, 2}; }) == 1211);
}

TEST_CASE("replica groups keep their rules") {
  auto groups = [](std::vector<std::vector<uint32_t>> set) {
    return codeWith([&](ObjectImage &i) { i.replicaGroups[0].groups = set; });
  };
  REQUIRE(groups({{0, 1, 2}}) == 0);
  REQUIRE(groups({{1}}) == 0);
  REQUIRE(groups({}) == 1215); // GLIA-E1215
  REQUIRE(groups({{0}, {}}) == 1215);
  REQUIRE(groups({{0, 3}}) == 1215);
  REQUIRE(groups({{0, 1}, {2, 0}}) == 1215);
  REQUIRE(codeWith([](ObjectImage &i) {
            i.replicaGroups.resize(65537, i.replicaGroups[0]);
          }) == 4200);
}

TEST_CASE("a core runs the entry of its program") {
  ObjectImage image;
  image.programs.resize(3);
  image.coreToProgram = {0, 1, 0};
  image.entries = {{"main", {}, 0, {}},
                   {"main", {}, 1, {}},
                   {"half", {}, 1, {}},
                   {"other", {}, 2, {}}};
  const Entry *e = image.entries.data();
  using Entries = std::vector<const Entry *>;
  REQUIRE(image.entriesOf("") == Entries{e, e + 1, e});
  REQUIRE(image.entriesOf("half") == Entries{nullptr, e + 2, nullptr});
  REQUIRE(image.entriesOf("other") == Entries{e + 3, e + 3, e + 3});
  REQUIRE(image.entriesOf("none").empty());
}
