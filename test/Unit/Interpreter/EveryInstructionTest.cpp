//===- EveryInstructionTest.cpp - No instruction is without a model -------===//
//
// Stands last in the list of sources, so it runs when all models have; alone it
// finds none. A program with the collectives asks for them, the other one for
// the rest of the table.
//
//===----------------------------------------------------------------------===//
#include "Modelled.h"
#include <catch2/catch.hpp>

using namespace glia;
using namespace glia::isa;
using namespace glia::test;

TEST_CASE("every instruction of the table was judged by a scalar model") {
  std::mt19937_64 generator(1);
  const Target &target = *findTarget("trn3"); // has all of them
  for (Opcode opcode : allOpcodes()) {
    bool isOfCores = opcode == Opcode::semaphoreAddRemote ||
                     std::visit([](const auto &x) { return x.isCollective; },
                                random(opcode, generator, target));
    if (isOfCores != GLIA_TEST_COLLECTIVES)
      continue;
    INFO(mnemonic(opcode).str() << " has no model that was run");
    CHECK(modelledOpcodes().count(opcode) == 1);
  }
}
