//===- ControlModelTest.cpp - Registers, semaphores, control flow ---------===//
//
// Random register instructions beside plain arithmetic, and random programs of
// loops, branches and calls beside a recursive walk over the tree that they
// were made from.
//
//===----------------------------------------------------------------------===//
#include "ModelMachine.h"

using namespace glia;
using namespace glia::test;

/// Runs random instructions of a kind; `compute` changes the model's registers.
template <typename T, typename Compute>
static void registers(unsigned seed, Compute compute) {
  ModelTest test("trn3", seed);
  auto same = [&] {
    auto &stream = *test.core->stream;
    return std::equal(test.model.registers.begin(), test.model.registers.end(),
                      stream.registers.begin()) &&
           std::equal(test.model.addresses.begin(), test.model.addresses.end(),
                      stream.addresses.begin());
  };
  REQUIRE(same());
  test.run<T>(300, [&](ModelMachine &m, const T &x) {
    compute(m, x);
    INFO("registers after it");
    REQUIRE(same());
  });
}

TEST_CASE("registers: moves and sums") {
  registers<RegisterMove>(1, [](ModelMachine &m, const RegisterMove &x) {
    m.registers[x.destination] = x.value;
  });
  registers<RegisterAdd>(2, [](ModelMachine &m, const RegisterAdd &x) {
    m.registers[x.destination] =
        m.registers[x.left] + (x.right == 63 ? x.value : m.registers[x.right]);
  });
  registers<AddressMove>(3, [](ModelMachine &m, const AddressMove &x) {
    m.addresses[x.destination] = x.value;
  });
  registers<AddressAdd>(4, [](ModelMachine &m, const AddressAdd &x) {
    m.addresses[x.destination] =
        m.addresses[x.left] + (x.right == 63 ? x.value : m.registers[x.right]);
  });
  registers<AddressFromRegisters>(
      5, [](ModelMachine &m, const AddressFromRegisters &x) {
        uint64_t high = x.high == 63 ? 0 : m.registers[x.high];
        m.addresses[x.destination] = high << 32 | m.registers[x.low];
      });
  registers<RegisterFromAddress>(
      6, [](ModelMachine &m, const RegisterFromAddress &x) {
        m.registers[x.destination] =
            uint32_t(m.addresses[x.source] >> (x.high ? 32 : 0));
      });
}

TEST_CASE("registers: every operator") {
  registers<RegisterAlu>(7, [](ModelMachine &m, const RegisterAlu &x) {
    uint32_t right = x.right == 63 ? uint32_t(x.value) : m.registers[x.right];
    m.registers[x.destination] = uint32_t(
        modelInteger(x.op, ElementType::i32, m.registers[x.left], right));
  });
  registers<AddressAlu>(8, [](ModelMachine &m, const AddressAlu &x) {
    uint64_t right = uint64_t(x.value);
    if (x.right != 63)
      right = x.signExtend ? uint64_t(int64_t(int32_t(m.registers[x.right])))
                           : m.registers[x.right];
    else if (x.rightAddress != 31)
      right = m.addresses[x.rightAddress];
    m.addresses[x.destination] = uint64_t(
        modelInteger(x.op, ElementType::i64, m.addresses[x.left], right));
  });
}

/// With its sign where it is a signed integer.
static uint64_t extended(ModelMachine &m, const OnChipOperand &o) {
  uint64_t bits = m.getBits(o, 0, 0);
  return isInteger(o.type) ? uint64_t(valueOf(o.type, bits)) : bits;
}

TEST_CASE("registers: loads and stores") {
  registers<RegisterLoad>(9, [](ModelMachine &m, const RegisterLoad &x) {
    m.registers[x.destination] = uint32_t(extended(m, x.source));
  });
  registers<AddressLoad>(10, [](ModelMachine &m, const AddressLoad &x) {
    m.addresses[x.destination] = extended(m, x.source);
  });
  auto stored = [](ModelMachine &m, const OnChipOperand &to, uint64_t value) {
    m.putBits(to, 0, 0, to.type == ElementType::boolean ? value != 0 : value);
  };
  registers<RegisterStore>(11, [&](ModelMachine &m, const RegisterStore &x) {
    stored(m, x.destination, m.registers[x.value]);
  });
  registers<AddressStore>(12, [&](ModelMachine &m, const AddressStore &x) {
    stored(m, x.destination, m.addresses[x.value]);
  });
}

TEST_CASE("semaphores: sums, differences, writes and waits") {
  ModelTest test("trn2", 13);
  std::array<uint64_t, 256> semaphores{};
  auto &core = *test.core;
  auto run = [&]<typename T>(T) {
    modelled(T::opcode);
    T x = test.random<T>(0);
    x.value %= 1000;
    uint32_t value =
        x.value +
        (x.valueRegister == 63 ? 0 : test.model.registers[x.valueRegister]);
    uint64_t &own = semaphores[x.semaphore];
    core.blocked = false;
    unsigned code = codeOf(interpreter::dispatch(core, Instruction(x)));
    unsigned want = 0;
    if constexpr (std::is_same_v<T, SemaphoreWait>)
      CHECK(core.blocked == (own < value));
    else if constexpr (std::is_same_v<T, SemaphoreWrite>)
      own = value;
    else if constexpr (std::is_same_v<T, SemaphoreAdd>)
      own + value > UINT32_MAX ? void(want = 3407) : void(own += value);
    else
      own < value ? void(want = 3407) : void(own -= value);
    CHECK(code == want);
    CHECK(core.semaphores[x.semaphore] == own);
  };
  for (unsigned r = 0; r < 63; ++r) // so that some sums fit and some do not
    core.stream->registers[r] = test.model.registers[r] =
        r % 4 ? r * 97 : uint32_t(test.generator());
  for (unsigned i = 0; i < 4000; ++i) {
    run(SemaphoreAdd());
    run(SemaphoreWait());
    run(SemaphoreSubtract());
    if (i % 8 == 0)
      run(SemaphoreWrite());
  }
}

namespace {
/// What a stream does, as a tree.
struct Node {
  enum Kind { visit, loop, unless, call } kind;
  uint32_t number = 0;     // to mix in, trips, or the function
  bool inRegister = false; // trips
  BranchCondition condition{};
  int32_t value = 0;
  bool hasRight = false; // compares two registers
  std::vector<Node> body;
};
using Body = std::vector<Node>;

class ControlProgram {
public:
  explicit ControlProgram(unsigned seed) : generator(seed) {
    for (unsigned f = 0; f < functions.size(); ++f)
      functions[f] = body(0, f + 1);
    main = body(0, 0);
  }
  /// r1 and r2 at the end.
  std::pair<uint32_t, uint32_t> evaluate() {
    r1 = 1, r2 = 2;
    walk(main);
    return {r1, r2};
  }
  void emit(TestProgram &program) {
    text.push_back(RegisterMove{Engine::sync, 1, 1});
    text.push_back(RegisterMove{Engine::sync, 2, 2});
    emitBody(main);
    for (unsigned i = 0; i < 2; ++i) {
      RegisterStore store;
      store.engine = Engine::sync;
      store.destination = tile(1, 1, i * 4, ElementType::u32);
      store.value = uint8_t(1 + i);
      text.push_back(store);
    }
    // One word each so far: this one takes two.
    DmaStore out;
    out.engine = Engine::sync;
    out.destination = hbm(1, 2, 0, ElementType::u32);
    out.source = tile(1, 2, 0, ElementType::u32);
    unsigned wide = unsigned(text.size());
    text.push_back(out);
    text.push_back(Halt{Engine::sync});
    std::array<uint32_t, 3> starts{};
    for (unsigned f = 0; f < functions.size(); ++f) {
      starts[f] = uint32_t(text.size() + 1);
      emitBody(functions[f]);
      text.push_back(Return{Engine::sync});
    }
    for (Instruction &instruction : text)
      std::visit(
          [&]<typename T>(T &x) {
            modelled(T::opcode);
            if constexpr (std::is_same_v<T, Call>)
              x.target = starts[x.target];
            else if constexpr (requires { x.target; })
              x.target += x.target > wide;
            else if constexpr (requires { x.end; })
              x.end += x.end > wide;
            else if constexpr (requires { x.begin; })
              x.begin += x.begin > wide;
            program.add(x);
          },
          instruction);
  }

private:
  uint64_t below(uint64_t n) { return generator() % n; }
  /// Functions call only those that follow.
  Body body(unsigned depth, unsigned firstCallee) {
    Body nodes;
    for (uint64_t n = 1 + below(4); n-- > 0;) {
      Node node{depth > 3 ? Node::visit : Node::Kind(below(4)),
                0,
                false,
                {},
                0,
                false,
                {}};
      if (node.kind == Node::call && firstCallee == functions.size())
        node.kind = Node::visit;
      node.number =
          uint32_t(node.kind == Node::loop ? below(4)
                   : node.kind == Node::call
                       ? firstCallee + below(functions.size() - firstCallee)
                       : generator());
      node.inRegister = below(2);
      node.condition = BranchCondition(below(7));
      node.value = int32_t(below(3) ? int64_t(generator()) : 0);
      node.hasRight = below(2);
      if (node.kind == Node::loop || node.kind == Node::unless)
        node.body = body(depth + 1, firstCallee);
      nodes.push_back(node);
    }
    return nodes;
  }
  void walk(const Body &nodes) {
    for (const Node &node : nodes)
      switch (node.kind) {
      case Node::visit:
        r2 = r1;
        r1 = r1 * 31 + node.number;
        break;
      case Node::loop:
        for (uint32_t i = 0; i < node.number; ++i)
          walk(node.body);
        break;
      case Node::unless:
        if (!holds(node))
          walk(node.body);
        break;
      case Node::call:
        walk(functions[node.number]);
        break;
      }
  }
  bool holds(const Node &node) const {
    auto left = int64_t(int32_t(r1)),
         right = int64_t(node.hasRight ? int32_t(r2) : node.value);
    switch (node.condition) {
    case BranchCondition::always:
      return true;
    case BranchCondition::equal:
      return left == right;
    case BranchCondition::not_equal:
      return left != right;
    case BranchCondition::less:
      return left < right;
    case BranchCondition::less_equal:
      return left <= right;
    case BranchCondition::greater:
      return left > right;
    case BranchCondition::greater_equal:
      return left >= right;
    }
    return false;
  }
  void emitBody(const Body &nodes) {
    for (const Node &node : nodes)
      emitNode(node);
  }
  void emitNode(const Node &node) {
    auto pc = [&] { return uint32_t(text.size()); };
    switch (node.kind) {
    case Node::visit: {
      RegisterAlu multiply;
      multiply.engine = Engine::sync;
      multiply.destination = 1, multiply.left = 1, multiply.value = 31;
      multiply.op = AluOp::multiply;
      text.push_back(RegisterAdd{Engine::sync, 2, 1});
      text.push_back(multiply);
      text.push_back(RegisterAdd{Engine::sync, 1, 1, noRegister6, node.number});
      return;
    }
    case Node::loop: {
      if (node.inRegister)
        text.push_back(RegisterMove{Engine::sync, 5, node.number});
      uint32_t begin = pc();
      text.push_back(LoopBegin{Engine::sync, node.inRegister ? 7 : node.number,
                               uint8_t(node.inRegister ? 5 : noRegister6)});
      emitBody(node.body);
      std::get<LoopBegin>(text[begin]).end = pc();
      text.push_back(LoopEnd{Engine::sync, begin});
      return;
    }
    case Node::unless: {
      uint32_t at = pc();
      Branch branch;
      branch.engine = Engine::sync;
      branch.condition = node.condition;
      if (node.condition != BranchCondition::always) {
        branch.left = 1;
        if (node.hasRight)
          branch.right = 2;
        else
          branch.value = node.value;
      }
      text.push_back(branch);
      emitBody(node.body);
      // Where the branch goes stands in the same body.
      std::get<Branch>(text[at]).target = pc();
      text.push_back(RegisterAdd{Engine::sync, 6, 6});
      return;
    }
    case Node::call:
      text.push_back(Call{Engine::sync, node.number}); // mended at the end
      return;
    }
  }

  std::mt19937 generator;
  std::array<Body, 3> functions;
  Body main;
  std::vector<Instruction> text;
  uint32_t r1 = 0, r2 = 0;
};
} // namespace

TEST_CASE("control flow: loops, branches and calls, as the tree says") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    ControlProgram model(seed);
    TestProgram program;
    program.output("y", 0, 8);
    model.emit(program);
    auto machine = program.make();
    INFO("seed " << seed);
    if (llvm::Error error = machine->run())
      FAIL(message(std::move(error)));
    auto [r1, r2] = model.evaluate();
    REQUIRE(outputOf<uint32_t>(*machine, "y") == std::vector<uint32_t>{r1, r2});
  }
}
