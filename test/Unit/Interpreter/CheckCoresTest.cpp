//===- CheckCoresTest.cpp - --check across cores --------------------------===//
//
// Poison in another core's memory and through collectives, and races between
// cores with both sides named.
//
//===----------------------------------------------------------------------===//
#include "ProgramPair.h"

using namespace glia;
using namespace glia::test;

static MachineOptions checking() {
  MachineOptions options;
  options.check = true;
  return options;
}
/// The message, or "" of a run without an error.
static std::string checked(ProgramPair &pair) {
  llvm::Error error = pair.run(checking());
  return error ? message(std::move(error)) : "";
}
static bool contains(llvm::StringRef text, llvm::StringRef part) {
  INFO(text.str());
  return text.contains(part);
}

/// [n] words of core `core`.
static HbmOperand words(uint32_t n, uint64_t offset, uint32_t core = selfCore,
                        ElementType type = ElementType::u32) {
  HbmOperand operand = hbm(1, n, offset, type);
  operand.core = core;
  return operand;
}
static DmaFill fillHbm(HbmOperand to) {
  DmaFill x;
  x.engine = Engine::sync;
  x.destination = to;
  return x;
}
static DmaCopy copy(HbmOperand to, HbmOperand from) {
  return {Engine::sync, 0, 0, 0, to, from};
}
/// Traps on a poisoned source, since it casts.
static DmaCopy readAll(HbmOperand from) {
  HbmOperand to = words(uint32_t(from.elements()), 0x8000);
  to.type = ElementType::f32;
  return copy(to, from);
}
/// Core 1 goes on when core 0 has come here.
static void meet(ProgramPair &pair, bool isFirst) {
  if (isFirst)
    pair.program.add(SemaphoreAddRemote{Engine::sync, 20, 1, noRegister6, 1});
  else
    waitFor(pair.program, Engine::sync, 20, 1);
}
/// The queue's transfers so far have ended.
static void drain(ProgramPair &pair) {
  DmaFill last = fillHbm(words(1, 0xF000));
  last.signalBase = 0, last.signalMask = 16;
  pair.program.add(last);
  waitFor(pair.program, Engine::sync, 4);
}

TEST_CASE("E3404: what another core never wrote is not defined there") {
  for (uint64_t offset : {0, 64}) { // written, not written
    ProgramPair pair({0, 1}, {});
    pair.program.add(fillHbm(words(8, 0)));
    drain(pair);
    meet(pair, true);
    pair.other();
    meet(pair, false);
    pair.program.add(readAll(words(8, offset, 0)));
    std::string text = checked(pair);
    if (offset == 0)
      CHECK(text == "");
    else
      CHECK(contains(text, "GLIA-E3404: `source` reads HBM byte 64 of core 0, "
                           "which nothing has written"));
  }
}

TEST_CASE("E3404: a copy from another core carries poison, and back to it") {
  for (uint32_t written : {7u, 8u})
    for (bool toOther : {false, true}) {
      ProgramPair pair({0, 1}, {});
      pair.program.add(fillHbm(words(written, 0)));
      if (toOther)
        pair.program.add(copy(words(8, 256, 1), words(8, 0)));
      drain(pair);
      meet(pair, true);
      pair.other();
      meet(pair, false);
      if (!toOther)
        pair.program.add(copy(words(8, 256), words(8, 0, 0)));
      pair.program.add(readAll(words(8, 256)));
      std::string text = checked(pair);
      if (written == 8)
        CHECK(text == "");
      else
        CHECK(contains(text, "`source` reads HBM byte 284, which"));
    }
}

TEST_CASE("E3404: SBUF of another core, and a move into it") {
  for (bool isWritten : {false, true}) {
    ProgramPair pair({0, 1}, {});
    if (isWritten) {
      Memset ones;
      ones.engine = Engine::vector, ones.destination = tile(2, 4, 0);
      pair.program.add(ones).add(SemaphoreAdd{Engine::vector, 8, 1});
      waitFor(pair.program, Engine::sync, 8, 1);
    }
    DmaMove move;
    move.engine = Engine::sync;
    move.source = tile(2, 4, 0), move.destination = tile(2, 4, 64);
    move.destinationCore = 1;
    pair.program.add(move);
    drain(pair);
    meet(pair, true);
    pair.other();
    meet(pair, false);
    DmaStore store;
    store.engine = Engine::sync;
    store.destination = words(8, 0), store.source = tile(2, 4, 64);
    pair.program.add(store);
    std::string text = checked(pair);
    if (isWritten)
      CHECK(text == "");
    else
      CHECK(contains(text, "reads byte 64 of sbuf partition 0, which"));
  }
}

TEST_CASE("E3404: rows of another core's table") {
  for (uint32_t row : {0u, 1u}) { // written, not written
    ProgramPair pair({0, 1}, {});
    pair.program.add(fillHbm(words(4, 0)));
    drain(pair);
    meet(pair, true);
    pair.other();
    meet(pair, false);
    Memset index;
    index.engine = Engine::vector;
    index.destination = tile(1, 1, 0, ElementType::i32), index.value = row;
    pair.program.add(index).add(SemaphoreAdd{Engine::vector, 8, 1});
    waitFor(pair.program, Engine::sync, 8, 1);
    DmaGather gather;
    gather.engine = Engine::sync;
    gather.index = tile(1, 1, 0, ElementType::i32);
    gather.destination = tile(1, 4, 64, ElementType::f32);
    gather.source = hbm(2, 4, 0, ElementType::i32);
    gather.source.core = 0;
    pair.program.add(gather);
    std::string text = checked(pair);
    if (row == 0)
      CHECK(text == "");
    else
      CHECK(contains(text, "`source` reads HBM byte 16 of core 0, which"));
  }
}

TEST_CASE("E3410: a race between cores names both sides") {
  for (bool isOrdered : {false, true}) {
    ProgramPair pair({0, 1}, {});
    DmaCopy write = copy(words(8, 256, 1), words(8, 0));
    pair.program.add(fillHbm(words(8, 0))).add(write);
    drain(pair);
    if (isOrdered)
      meet(pair, true);
    pair.other();
    if (isOrdered)
      meet(pair, false);
    pair.program.add(readAll(words(8, 256)));
    std::string text = checked(pair);
    if (isOrdered) {
      CHECK(text == "");
      continue;
    }
    CHECK(contains(text, "GLIA-E3410: `source` reads bytes that core 0 DMA "
                         "queue 0 (sync pc 3) writes, and nothing orders the "
                         "two"));
    CHECK(contains(text, "other_instruction: dma_copy hbm.u32"));
    CHECK(contains(text, "core: 1"));
  }
}

TEST_CASE("E3410: two streams of two cores, in one of them") {
  // Core 1 writes its SBUF; core 0 moves rows into it.
  ProgramPair pair({0, 1}, {});
  Memset ones;
  ones.engine = Engine::vector, ones.destination = tile(2, 4, 0);
  pair.program.add(ones).add(SemaphoreAdd{Engine::vector, 8, 1});
  waitFor(pair.program, Engine::sync, 8, 1);
  DmaMove move;
  move.engine = Engine::sync;
  move.source = move.destination = tile(2, 4, 0);
  move.destinationCore = 1;
  pair.program.add(move);
  pair.other().add(ones);
  std::string text = checked(pair);
  CHECK(contains(text, "`destination` writes bytes that core 0 DMA queue 0 "
                       "(sync pc 2) writes"));
  CHECK(contains(text, "engine: vector"));
}

namespace {
/// A collective over 2 ranks with sources of `blocks` words; core 0 has
/// defined word `filled` of its source.
struct Moved {
  unsigned filled = 0;
  uint32_t sourceWords, resultWords;
  bool isOnChip = false;
};
} // namespace

static constexpr uint64_t sourceAt = 0x100, resultAt = 0x200;

template <typename T>
static void issue(ProgramPair &pair, const Moved &c, T x) {
  x.engine = Engine::sync;
  x.signalBase = 8, x.signalMask = 16;
  auto type = ElementType::u32;
  if constexpr (std::is_same_v<decltype(x.source), HbmOperand>) {
    x.source = words(c.sourceWords, sourceAt);
    x.destination = words(c.resultWords, resultAt);
  } else {
    x.source = tile(1, c.sourceWords, sourceAt, type);
    x.destination = tile(1, c.resultWords, resultAt, type);
  }
  pair.program.add(x);
  waitFor(pair.program, Engine::sync, 12);
}

/// Reads a word of the result where poison traps.
static void readWord(ProgramPair &pair, const Moved &c, unsigned word) {
  if (!c.isOnChip) {
    pair.program.add(readAll(words(1, resultAt + word * 4)));
    return;
  }
  DmaMove cast;
  cast.engine = Engine::sync;
  cast.destination = tile(1, 1, 0x300);
  cast.source = tile(1, 1, uint32_t(resultAt + word * 4), ElementType::u32);
  pair.program.add(cast);
}

/// Is the word of a rank's result defined after x?
template <typename T>
static bool isDefined(const Moved &c, T x, unsigned rank, unsigned word) {
  ProgramPair pair({0, 1}, {{0, 1}});
  if (c.isOnChip) {
    Memset one;
    one.engine = Engine::vector;
    one.destination =
        tile(1, 1, uint32_t(sourceAt + c.filled * 4), ElementType::u32);
    pair.program.add(one).add(SemaphoreAdd{Engine::vector, 20, 1});
    waitFor(pair.program, Engine::sync, 20, 1);
  } else {
    pair.program.add(fillHbm(words(1, sourceAt + c.filled * 4)));
  }
  for (unsigned each : {0u, 1u}) {
    issue(pair, c, x);
    if (each == rank)
      readWord(pair, c, word);
    if (each == 0)
      pair.other();
  }
  std::string text = checked(pair);
  if (text.empty())
    return true;
  CHECK(contains(text, "GLIA-E3404: `source` reads "));
  CHECK(contains(text, "core: " + std::to_string(rank)));
  return false;
}

/// Which words of both results are defined: a row of digits for each rank.
template <typename T>
static std::string defined(Moved c, T x) {
  std::string text;
  for (unsigned rank : {0u, 1u}) {
    for (unsigned word = 0; word < c.resultWords; ++word)
      text += isDefined(c, x, rank, word) ? '1' : '0';
    text += rank == 0 ? " " : "";
  }
  return text;
}
template <typename T, typename OnChip>
static void expectDefined(Moved c, T x, OnChip onChip, const char *want) {
  c.isOnChip = false;
  CHECK(defined(c, x) == want);
  c.isOnChip = true;
  CHECK(defined(c, onChip) == want);
}

TEST_CASE("E3404: collectives that move carry poison") {
  auto along = [](auto x) { // blocks of elements, not of partitions
    x.axis = true;
    return x;
  };
  expectDefined({0, 1, 2}, AllGather(), along(AllGatherSbuf()), "10 10");
  // Block 1 of rank 0 goes to block 0 of rank 1.
  expectDefined({1, 2, 2}, AllToAll(), along(AllToAllSbuf()), "00 10");
  expectDefined({0, 2, 2}, AllToAll(), along(AllToAllSbuf()), "10 00");
  Permute permute;
  PermuteSbuf permuteSbuf;
  permute.shift = permuteSbuf.shift = 1;
  expectDefined({1, 2, 2}, permute, permuteSbuf, "00 01");
  Broadcast broadcast;
  BroadcastSbuf broadcastSbuf;
  expectDefined({0, 2, 2}, broadcast, broadcastSbuf, "10 10");
  broadcast.root = broadcastSbuf.root = 1;
  expectDefined({0, 2, 2}, broadcast, broadcastSbuf, "00 00");
}

TEST_CASE("E3404: poison moves in place as the values do") {
  ProgramPair pair({0, 1}, {{0, 1}});
  pair.program.add(fillHbm(words(1, sourceAt)));
  Permute x;
  x.engine = Engine::sync, x.shift = 1;
  x.source = x.destination = words(1, sourceAt);
  x.signalBase = 8, x.signalMask = 16;
  pair.program.add(x);
  waitFor(pair.program, Engine::sync, 12);
  pair.other().add(x);
  waitFor(pair.program, Engine::sync, 12);
  pair.program.add(readAll(words(1, sourceAt)));
  CHECK(checked(pair) == "");
  ProgramPair back({0, 1}, {{0, 1}});
  back.program.add(fillHbm(words(1, sourceAt))).add(x);
  waitFor(back.program, Engine::sync, 12);
  back.program.add(readAll(words(1, sourceAt)));
  back.other().add(x);
  waitFor(back.program, Engine::sync, 12);
  CHECK(contains(checked(back), "GLIA-E3404"));
}

TEST_CASE("E3404: a collective that adds up traps on poison") {
  for (uint32_t count : {1u, 2u}) { // of one word
    ProgramPair pair({0, 1}, {{0, 1}});
    AllReduce x;
    x.engine = Engine::sync;
    x.source = words(count, sourceAt), x.destination = words(count, resultAt);
    x.signalBase = 8, x.signalMask = 16;
    for (unsigned each : {0u, 1u}) {
      pair.program.add(fillHbm(words(1, sourceAt))).add(x);
      waitFor(pair.program, Engine::sync, 12);
      pair.program.add(readAll(words(count, resultAt)));
      if (each == 0)
        pair.other();
    }
    std::string text = checked(pair);
    if (count == 1)
      CHECK(text == "");
    else
      CHECK(contains(text, "`source` reads HBM byte 260, which nothing has "
                           "written"));
  }
}
