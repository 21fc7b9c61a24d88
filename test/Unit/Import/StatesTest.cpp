//===- StatesTest.cpp - Inputs and outputs that are one state -------------===//
//
// Which pairs become states: by the names that exporters give them, or as
// --state says.
//
//===----------------------------------------------------------------------===//
#include "ImportHelpers.h"
#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

/// A graph with one input and one output of these names, types and shapes.
static std::string import(const std::string &input, const std::string &output,
                          const glia::ImportOptions &options = {}) {
  auto nameOf = [](const std::string &value) {
    return value.substr(value.find(' ') + 1);
  };
  return importGraph("g (" + input + ") => (" + output + ") { " +
                         nameOf(output) + " = Exp(" + nameOf(input) + ") }",
                     20, options);
}

static glia::ImportOptions with(const std::string &past,
                                const std::string &present) {
  glia::ImportOptions options;
  options.states.emplace_back(past, present);
  return options;
}

TEST_CASE("states are found by the names of exporters") {
  const std::pair<const char *, const char *> pairs[] = {
      {"past_k_0", "present_k_0"},
      {"past_0", "present_0"}};
  for (auto [past, present] : pairs)
    CHECK_THAT(import(std::string("float[2] ") + past,
                      std::string("float[2] ") + present),
               Contains("graph.state = \"" + std::string(present) + "\""));
  const char *others[] = {"presents_k_0", "present_k_1", "k_0"};
  for (const char *other : others)
    CHECK_THAT(import("float[2] past_k_0", std::string("float[2] ") + other),
               !Contains("graph.state"));
}

TEST_CASE("what is found by name but does not fit is no state") {
  std::string imported = importGraph(
      "g (float[2] past_k, float[1] x) => (float[3] present_k) { present_k = "
      "Concat<axis = 0>(past_k, x) }");
  CHECK(codeOf(imported) == "ok");
  CHECK_THAT(imported, !Contains("graph.state"));
  glia::ImportOptions none;
  none.findStates = false;
  CHECK_THAT(import("float[2] past_k", "float[2] present_k", none),
             !Contains("graph.state"));
}

TEST_CASE("--state names a pair, and errors of it are E1011") {
  CHECK_THAT(import("float[2] h", "float[2] hn", with("h", "hn")),
             Contains("graph.state = \"hn\""));
  for (auto [past, present, part] :
       {std::tuple("g", "hn", "names `g`"), std::tuple("h", "h", "names `h`")}) {
    std::string imported =
        import("float[2] h", "float[2] hn", with(past, present));
    CHECK(codeOf(imported) == "E1011");
    CHECK_THAT(imported, Contains(part));
  }
  std::string other = importGraph(
      "g (float[2] h) => (float[1,2] hn) <int64[2] s = {1, 2}> { hn = "
      "Reshape(h, s) }",
      20, with("h", "hn"));
  CHECK(codeOf(other) == "E1011");
  CHECK_THAT(other, Contains("two types or shapes"));
  glia::ImportOptions twice = with("h", "hn");
  twice.states.emplace_back("h", "hn");
  CHECK(codeOf(import("float[2] h", "float[2] hn", twice)) == "E1011");
}
