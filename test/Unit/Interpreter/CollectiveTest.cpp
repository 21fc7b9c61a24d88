//===- CollectiveTest.cpp - Collectives against a scalar model ------------===//
//
// Every operation, type and placement on 2, 3, 4, 8 and 16 cores, bit for bit,
// on every target. Values are uneven, so that the order of a sum shows.
//
//===----------------------------------------------------------------------===//
#include "CollectiveModel.h"
#include "Modelled.h"
#include "TestProgram.h"
#include "llvm/ADT/StringExtras.h"

using namespace glia;
using namespace glia::test;

namespace {
enum class Kind {
  allReduce,
  allGather,
  reduceScatter,
  allToAll,
  permute,
  broadcast
};
enum class Memory { hbm, partitions, free }; // of blocks in SBUF: the axis

struct Case {
  Kind kind;
  Memory memory;
  ElementType type;
  ReduceOp op = ReduceOp::add;
  uint16_t number = 1; // shift, root
  unsigned ranks;
  unsigned threads = 1;
  const char *target = "trn2";

  static constexpr unsigned rows = 3, columns = 5; // of one block
  bool reduces() const {
    return kind == Kind::allReduce || kind == Kind::reduceScatter;
  }
  unsigned sourceBlocks() const {
    return kind == Kind::reduceScatter || kind == Kind::allToAll ? ranks : 1;
  }
  unsigned resultBlocks() const {
    return kind == Kind::allGather || kind == Kind::allToAll ? ranks : 1;
  }
  unsigned width() const { return bitWidth(type) / 8; }
  uint64_t bytes(unsigned blocks) const {
    return uint64_t(rows) * columns * blocks * width();
  }
};

using Tensors = std::vector<std::vector<uint8_t>>; // one for each rank
} // namespace

static constexpr uint64_t sourceAt = 0, resultAt = 0x10000;

/// The core at a place of the group: not in the order of numbers.
static uint32_t coreAt(unsigned rank, unsigned ranks) {
  return (ranks - 1 - rank + ranks / 2) % ranks;
}

/// Element of the dense operand, which is cut into `blocks` along the axis.
static uint64_t elementOf(const Case &c, unsigned blocks, unsigned block,
                          unsigned row, unsigned column) {
  if (c.memory == Memory::free)
    return (uint64_t(row) * blocks + block) * Case::columns + column;
  return (uint64_t(block) * Case::rows + row) * Case::columns + column;
}

static Tensors model(const Case &c, const Tensors &sources) {
  Tensors results(c.ranks, std::vector<uint8_t>(c.bytes(c.resultBlocks())));
  auto source = [&](unsigned rank, unsigned block, unsigned i, unsigned j) {
    return sources[rank].data() +
           elementOf(c, c.sourceBlocks(), block, i, j) * c.width();
  };
  for (unsigned rank = 0; rank < c.ranks; ++rank)
    for (unsigned block = 0; block < c.resultBlocks(); ++block)
      for (unsigned i = 0; i < Case::rows; ++i)
        for (unsigned j = 0; j < Case::columns; ++j) {
          uint8_t *to = results[rank].data() +
                        elementOf(c, c.resultBlocks(), block, i, j) * c.width();
          const uint8_t *from = nullptr;
          switch (c.kind) {
          case Kind::allReduce:
          case Kind::reduceScatter: {
            std::vector<const uint8_t *> all;
            for (unsigned r = 0; r < c.ranks; ++r)
              all.push_back(
                  source(r, c.kind == Kind::allReduce ? 0 : rank, i, j));
            reduceElement(c.type, c.op, all, to);
            continue;
          }
          case Kind::allGather:
            from = source(block, 0, i, j);
            break;
          case Kind::allToAll:
            from = source(block, rank, i, j);
            break;
          case Kind::permute:
            from = source((rank + 16 * c.ranks - c.number) % c.ranks, 0, i, j);
            break;
          case Kind::broadcast:
            from = source(c.number, 0, i, j);
            break;
          }
          std::memcpy(to, from, c.width());
        }
  return results;
}

/// Numbers of very different size, and any bits now and then.
static Tensors randomSources(const Case &c) {
  std::mt19937 generator(c.ranks * 31 + unsigned(c.type));
  Tensors sources(c.ranks, std::vector<uint8_t>(c.bytes(c.sourceBlocks())));
  for (std::vector<uint8_t> &bytes : sources)
    for (size_t at = 0; at < bytes.size(); at += c.width()) {
      uint64_t any = uint64_t(generator()) << 32 | generator();
      if (c.type == ElementType::boolean)
        any &= 1;
      if (c.type == ElementType::tf32)
        any &= ~uint64_t(0x1FFF);
      std::memcpy(bytes.data() + at, &any, c.width());
      if (!isFloat(c.type) || generator() % 16 == 0)
        continue;
      // 24 bits, so that fp32 rounds, too.
      float x = std::ldexp(float(int(generator() % (1 << 24)) - (1 << 23)),
                           int(generator() % 11) - 25);
      if (c.type == ElementType::f8e8m0) // has no numbers below zero
        x = std::fabs(x);
      writeFloat(c.type, x, bytes.data() + at);
    }
  return sources;
}

static void bind(TestProgram &program, const Case &c, const char *name,
                 BindingKind kind, uint64_t at, unsigned blocks) {
  Binding binding;
  binding.name = name;
  binding.kind = kind;
  binding.type = ElementType::u8;
  binding.bytes = c.bytes(blocks);
  binding.shape = {int64_t(c.ranks), int64_t(binding.bytes)};
  binding.partShape = {1, int64_t(binding.bytes)};
  binding.hbmOffset = at;
  for (uint32_t core = 0; core < c.ranks; ++core)
    binding.shards.push_back({core, {core, 0}});
  program.image.bindings.push_back(binding);
}

static OnChipOperand onChip(const Case &c, unsigned blocks, uint32_t at) {
  bool free = c.memory == Memory::free;
  OnChipOperand operand =
      tile(Case::rows * (free ? 1 : blocks),
           Case::columns * (free ? blocks : 1), at, c.type, Space::sbuf, 7);
  operand.stride[0] = 2; // with gaps
  return operand;
}

template <typename T>
static T withFields(const Case &c, T x) {
  if constexpr (requires { x.op; })
    x.op = c.op;
  if constexpr (requires { x.shift; })
    x.shift = c.number;
  if constexpr (requires { x.root; })
    x.root = c.number;
  if constexpr (requires { x.axis; })
    x.axis = c.memory == Memory::free;
  x.engine = Engine::sync;
  x.queue = 2;
  x.signalBase = 8;
  x.signalMask = 16; // s12
  return x;
}

template <typename T, typename Operand>
static void addCollective(TestProgram &program, const Case &c,
                          const Operand &to, const Operand &from) {
  T x;
  x.destination = to;
  x.source = from;
  modelled(T::opcode);
  program.add(withFields(c, x));
  waitFor(program, Engine::sync, 12);
}

template <typename Operand, typename... Ts>
static void addKind(TestProgram &program, const Case &c, const Operand &to,
                    const Operand &from) {
  unsigned i = 0;
  (void)((i++ == unsigned(c.kind) &&
          (addCollective<Ts>(program, c, to, from), true)) ||
         ...);
}

static TestProgram makeProgram(const Case &c) {
  TestProgram program;
  program.image.target = c.target;
  program.image.coreToProgram.assign(c.ranks, 0);
  program.image.replicaGroups.emplace_back();
  auto &group = program.image.replicaGroups[0].groups.emplace_back();
  for (unsigned rank = 0; rank < c.ranks; ++rank)
    group.push_back(coreAt(rank, c.ranks));
  bind(program, c, "x", BindingKind::input, sourceAt, c.sourceBlocks());
  bind(program, c, "y", BindingKind::output, resultAt, c.resultBlocks());
  uint32_t block = Case::rows * Case::columns;
  HbmOperand source = hbm(c.sourceBlocks(), block, sourceAt, c.type),
             result = hbm(c.resultBlocks(), block, resultAt, c.type);
  if (c.memory == Memory::hbm) {
    addKind<HbmOperand, AllReduce, AllGather, ReduceScatter, AllToAll, Permute,
            Broadcast>(program, c, result, source);
    return program;
  }
  OnChipOperand from = onChip(c, c.sourceBlocks(), 64),
                to = onChip(c, c.resultBlocks(), 8192);
  program.add(DmaLoad{Engine::sync, 0, 8, 16, from, source});
  waitFor(program, Engine::sync, 12);
  addKind<OnChipOperand, AllReduceSbuf, AllGatherSbuf, ReduceScatterSbuf,
          AllToAllSbuf, PermuteSbuf, BroadcastSbuf>(program, c, to, from);
  program.add(DmaStore{Engine::sync, 0, 8, 16, result, to});
  waitFor(program, Engine::sync, 12);
  return program;
}

/// `sources` and the result are by rank.
static Tensors run(const Case &c, const Tensors &sources) {
  MachineOptions options;
  options.check = c.ranks == 2; // slow, and the same for more
  options.threads = c.threads;
  auto machine = makeProgram(c).make(options);
  uint64_t in = c.bytes(c.sourceBlocks()), out = c.bytes(c.resultBlocks());
  std::vector<uint8_t> all(c.ranks * in);
  for (unsigned rank = 0; rank < c.ranks; ++rank)
    std::copy(sources[rank].begin(), sources[rank].end(),
              all.begin() + ptrdiff_t(coreAt(rank, c.ranks) * in));
  REQUIRE(!machine->setInput("x", all));
  if (llvm::Error error = machine->run())
    FAIL(message(std::move(error)));
  auto joined = outputOf<uint8_t>(*machine, "y");
  Tensors results;
  for (unsigned rank = 0; rank < c.ranks; ++rank) {
    auto begin = joined.begin() + ptrdiff_t(coreAt(rank, c.ranks) * out);
    results.emplace_back(begin, begin + ptrdiff_t(out));
  }
  return results;
}

// Every type of whole bytes; the last two are trn3's alone.
static constexpr ElementType types[] = {
    ElementType::f32,      ElementType::tf32,   ElementType::bf16,
    ElementType::f16,      ElementType::f8e4m3, ElementType::f8e5m2,
    ElementType::i8,       ElementType::u8,     ElementType::i16,
    ElementType::u16,      ElementType::i32,    ElementType::u32,
    ElementType::i64,      ElementType::u64,    ElementType::boolean,
    ElementType::f8e4m3fn, ElementType::f8e8m0};

static void expectModel(const Case &c) {
  INFO("kind " << int(c.kind) << " memory " << int(c.memory) << " "
               << name(c.type).str() << " " << isa::name(c.op).str()
               << " number " << c.number << " on " << c.ranks);
  Tensors sources = randomSources(c), got = run(c, sources),
          want = model(c, sources);
  for (size_t rank = 0; rank < want.size(); ++rank)
    for (size_t at = 0; at < want[rank].size(); at += c.width()) {
      auto element = [&](const Tensors &all) {
        return llvm::toHex(llvm::ArrayRef(all[rank]).slice(at, c.width()));
      };
      if (element(got) != element(want))
        FAIL("rank " << rank << " element " << at / c.width() << ": got "
                     << element(got) << ", want " << element(want));
    }
}

TEST_CASE("the types are all that have whole bytes") {
  for (unsigned i = 0; i < numElementTypes; ++i)
    if (auto type = ElementType(i); bitWidth(type) >= 8)
      CHECK(llvm::is_contained(types, type));
}

static void expectAll(const char *target, unsigned ranks, ElementType type) {
  bool isOfTarget = true; // in SBUF; HBM holds any type
  if (type == ElementType::f8e4m3fn || type == ElementType::f8e8m0)
    isOfTarget = findTarget(target)->hasFp8e4m3fn;
  auto expect = [&](Kind kind, Memory memory, ReduceOp op, uint16_t number) {
    Case c{kind, memory, type, op, number, ranks};
    c.target = target;
    expectModel(c);
  };
  for (Memory memory : {Memory::hbm, Memory::partitions, Memory::free}) {
    if (memory != Memory::hbm && !isOfTarget)
      continue;
    for (Kind kind : {Kind::allGather, Kind::allToAll})
      expect(kind, memory, ReduceOp::add, 1);
    for (ReduceOp op : {ReduceOp::add, ReduceOp::max, ReduceOp::min})
      for (Kind kind : {Kind::allReduce, Kind::reduceScatter})
        expect(kind, memory, op, 1);
    if (memory == Memory::free)
      continue; // the same instructions
    for (uint16_t shift :
         {uint16_t(0), uint16_t(1), uint16_t(ranks - 1), uint16_t(ranks + 1)})
      expect(Kind::permute, memory, ReduceOp::add, shift);
    for (uint16_t root : {uint16_t(0), uint16_t(ranks - 1)})
      expect(Kind::broadcast, memory, ReduceOp::add, root);
  }
}

TEST_CASE("collectives are as the scalar model says") {
  unsigned ranks = GENERATE(2, 3, 4, 8, 16);
  for (ElementType type : types)
    expectAll(type == ElementType::f8e4m3fn || type == ElementType::f8e8m0
                  ? "trn3"
                  : "trn2",
              ranks, type);
}

TEST_CASE("collectives on every target, every number of cores to 16",
          "[.all]") {
  unsigned ranks = GENERATE(range(1, 17));
  for (const char *target : {"trn1", "trn2", "trn3"})
    for (ElementType type : types)
      expectAll(target, ranks, type);
}

TEST_CASE("the values show the order of a sum") {
  // Else the test above could not tell one order from another. (The rounding
  // to a narrower type hides most of what the order does in fp32.)
  for (unsigned ranks : {3u, 4u, 8u, 16u}) {
    Case c{Kind::allReduce, Memory::hbm, ElementType::f32,
           ReduceOp::add,   1,           ranks};
    Tensors sources = randomSources(c),
            turned(sources.rbegin(), sources.rend());
    REQUIRE(model(c, sources) != model(c, turned));
  }
}

TEST_CASE("collectives give the same bits on 1, 2 and 5 threads") {
  for (Kind kind : {Kind::allReduce, Kind::reduceScatter, Kind::allToAll}) {
    Case c{kind, Memory::free, ElementType::bf16, ReduceOp::add, 1, 8};
    Tensors sources = randomSources(c), one = run(c, sources);
    for (unsigned threads : {2u, 5u}) {
      c.threads = threads;
      REQUIRE(run(c, sources) == one);
    }
  }
}

TEST_CASE("groups of one set work apart") {
  Case c{Kind::allReduce, Memory::hbm, ElementType::i32, ReduceOp::add, 1, 4};
  TestProgram program = makeProgram(c);
  program.image.replicaGroups[0].groups = {{2, 0}, {3}, {1}};
  auto machine = program.make();
  Tensors sources = randomSources(c);
  std::vector<int32_t> in(15 * 4);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = int32_t(i * i);
  REQUIRE(!machine->setInput("x", bytesOf(in)));
  if (llvm::Error error = machine->run())
    FAIL(message(std::move(error)));
  auto out = outputOf<int32_t>(*machine, "y");
  for (size_t i = 0; i < 15; ++i) {
    REQUIRE(out[i] == in[i] + in[30 + i]);
    REQUIRE(out[15 + i] == in[15 + i]);
    REQUIRE(out[30 + i] == in[i] + in[30 + i]);
    REQUIRE(out[45 + i] == in[45 + i]);
  }
}
