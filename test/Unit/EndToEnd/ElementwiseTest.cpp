//===- ElementwiseTest.cpp - Elementwise chains, end to end ---------------===//
//
// Every op alone, every layout of broadcasting operands, and random chains:
// what merges into one instruction must keep each rounding.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include "dialects/Graph/GraphDialect.h"
#include <catch2/catch.hpp>
#include <random>

using namespace glia;
using namespace mlir;

using Shape = llvm::SmallVector<int64_t, 6>;
using Unary = Value (*)(OpBuilder &, Value);
using Binary = Value (*)(OpBuilder &, Value, Value);

template <typename Op>
static Value unary(OpBuilder &b, Value x) {
  return Op::create(b, x.getLoc(), x);
}
template <typename Op>
static Value binary(OpBuilder &b, Value x, Value y) {
  return Op::create(b, x.getLoc(), x, y);
}

static Value castTo(OpBuilder &b, Value x, Type type) {
  return graph::CastOp::create(
      b, x.getLoc(), llvm::cast<RankedTensorType>(x.getType()).clone(type), x);
}

static const std::pair<const char *, Unary> unaries[] = {
    {"relu", unary<graph::ReluOp>},
    {"exp", unary<graph::ExpOp>},
    {"tanh", unary<graph::TanhOp>},
    {"sigmoid", unary<graph::SigmoidOp>},
    {"sqrt", unary<graph::SqrtOp>},
    {"gelu", unary<graph::GeluOp>},
    {"gelu_tanh", unary<graph::GeluTanhOp>},
    {"mish", unary<graph::MishOp>},
    {"log", unary<graph::LogOp>},
    {"erf", unary<graph::ErfOp>},
    {"sin", unary<graph::SinOp>},
    {"arctan", unary<graph::ArctanOp>},
    {"softplus", unary<graph::SoftplusOp>},
    {"sign", unary<graph::SignOp>},
    {"reciprocal", unary<graph::ReciprocalOp>},
    {"neg", unary<graph::NegOp>},
    {"abs", unary<graph::AbsOp>},
};
static const std::pair<const char *, Binary> arithmetic[] = {
    {"add", binary<graph::AddOp>}, {"sub", binary<graph::SubOp>},
    {"mul", binary<graph::MulOp>}, {"div", binary<graph::DivOp>},
    {"max", binary<graph::MaxOp>}, {"min", binary<graph::MinOp>},
    {"power", binary<graph::PowerOp>},
};
static const std::pair<const char *, Binary> comparisons[] = {
    {"equal", binary<graph::EqualOp>},
    {"not_equal", binary<graph::NotEqualOp>},
    {"less", binary<graph::LessOp>},
    {"less_equal", binary<graph::LessEqualOp>},
    {"greater", binary<graph::GreaterOp>},
    {"greater_equal", binary<graph::GreaterEqualOp>},
};
static const std::pair<const char *, Binary> logical[] = {
    {"and", binary<graph::LogicalAndOp>},
    {"or", binary<graph::LogicalOrOp>},
    {"xor", binary<graph::LogicalXorOp>},
};

TEST_CASE("each unary op has the evaluator's bits") {
  for (auto [name, op] : unaries) {
    INFO(name);
    CHECK(differential({f32({3, 70, 5})}, [&](OpBuilder &b, ValueRange v) {
            return op(b, v[0]);
          }) == "");
  }
  CHECK(differential({integers(ElementType::boolean, {3, 70}, 0, 1)},
                     [](OpBuilder &b, ValueRange v) {
                       return unary<graph::LogicalNotOp>(b, v[0]);
                     }) == "");
  CHECK(
      differential(
          {f32({3, 70})},
          [](OpBuilder &b, ValueRange v) { // roots of negative numbers are NaN
            return unary<graph::IsNanOp>(b, unary<graph::SqrtOp>(b, v[0]));
          }) == "");
}

TEST_CASE("each binary op has the evaluator's bits in every type and layout") {
  const std::pair<Shape, Shape> shapes[] = {
      {{4, 6}, {4, 6}},          {{200, 9}, {9}}, {{200, 9}, {200, 1}},
      {{1, 5, 3, 4}, {5, 1, 1}}, {{7}, {}},       {{}, {3, 2}}};
  unsigned turn = 0;
  auto check = [&](const char *name, Binary op, ElementType type, int64_t low,
                   int64_t high) {
    for (auto [i, pair] : llvm::enumerate(shapes)) {
      auto [left, right] = pair;
      int constant = (i + turn / 3 + turn) % 3; // none, left, right
      INFO(name << " of " << glia::name(type).str() << ", shapes " << i
                << ", constant operand " << constant);
      TensorSpec x{type, left, constant == 1, low, high};
      TensorSpec y{type, right, constant == 2, low, high};
      CHECK(differential({x, y}, [&](OpBuilder &b, ValueRange v) {
              return op(b, v[0], v[1]);
            }) == "");
    }
    ++turn; // so that shapes, types and ops meet all three
  };
  for (auto [name, op] : arithmetic)
    for (ElementType type :
         {ElementType::f32, ElementType::i32, ElementType::i64})
      check(name, op, type, -1000000000, 1000000000);
  for (auto [name, op] : comparisons)
    for (ElementType type : {ElementType::f32, ElementType::i32,
                             ElementType::i64, ElementType::u8})
      check(name, op, type, 0, 3);
  for (auto [name, op] : logical)
    check(name, op, ElementType::boolean, 0, 1);
}

TEST_CASE("integers beyond fp32 stay exact") {
  CHECK(differential(
            {integers(ElementType::i64, {50}, INT64_MIN / 4, INT64_MAX / 4),
             integers(ElementType::i64, {50}, INT64_MIN / 4, INT64_MAX / 4)},
            [](OpBuilder &b, ValueRange v) {
              return binary<graph::MulOp>(b, v[0], v[1]);
            }) == "");
  TensorSpec large{ElementType::i64,
                   {},
                   true,
                   INT64_MAX / 2,
                   INT64_MAX / 2 + 5}; // no immediate holds it
  CHECK(
      differential({integers(ElementType::i64, {50}, 0, INT64_MAX / 4), large},
                   [](OpBuilder &b, ValueRange v) {
                     return binary<graph::AddOp>(b, v[0], v[1]);
                   }) == "");
}

TEST_CASE("select has the evaluator's bits") {
  for (ElementType type : {ElementType::f32, ElementType::i32, ElementType::i64,
                           ElementType::boolean})
    for (int constants : {0, 1, 2}) {
      INFO(glia::name(type).str() << ", constant operand " << constants);
      TensorSpec x{type, {6, 5}, false, 0, 1}, y{type, {6, 5}, false, 0, 1};
      if (constants)
        (constants == 1 ? x : y) = TensorSpec{type, {}, true, 0, 1};
      CHECK(differential({integers(ElementType::boolean, {6, 1}, 0, 1), x, y},
                         [](OpBuilder &b, ValueRange v) -> Value {
                           return graph::SelectOp::create(b, v[0].getLoc(),
                                                          v[0], v[1], v[2]);
                         }) == "");
    }
}

TEST_CASE("cast has the evaluator's bits between all types") {
  const ElementType types[] = {ElementType::f32,  ElementType::f16,
                               ElementType::bf16, ElementType::i8,
                               ElementType::u8,   ElementType::i32,
                               ElementType::i64,  ElementType::boolean};
  for (ElementType from : types)
    for (ElementType to : types) {
      if (from == to)
        continue;
      INFO(glia::name(from).str() << " to " << glia::name(to).str());
      bool viaFloat = from == ElementType::f16 || from == ElementType::bf16;
      bool isBool = from == ElementType::boolean,
           isByte = from == ElementType::u8;
      TensorSpec x = integers(viaFloat ? ElementType::f32 : from, {3, 150},
                              isBool || isByte ? 0 : -100, isBool ? 1 : 100);
      CHECK(
          differential({x}, [&](OpBuilder &b, ValueRange v) {
            Value value =
                viaFloat ? castTo(b, v[0],
                                  graph::fromElementType(b.getContext(), from))
                         : v[0];
            return castTo(b, value, graph::fromElementType(b.getContext(), to));
          }) == "");
    }
  CHECK(differential(
            {integers(ElementType::i64, {200}, INT64_MIN / 4, INT64_MAX / 4)},
            [](OpBuilder &b, ValueRange v) {
              return castTo(b, v[0], b.getI32Type());
            }) == "");
}

TEST_CASE("shapes of all kinds are tiled right") {
  const std::tuple<Shape, Shape> shapes[] = {
      {{100003}, {1}},         {{70000, 3}, {3}},
      {{3, 70000}, {3, 1}},    {{2, 3, 4, 5, 6, 7}, {3, 1, 5, 1, 7}},
      {{4000, 40}, {4000, 1}}, {{2, 64, 40, 40}, {64, 1, 1}},
      {{1, 1, 1}, {1}},        {{5, 1, 300, 1, 7}, {5, 1, 1, 1, 7}}};
  for (auto [left, right] : shapes)
    CHECK(
        differential({f32(left), f32(right)}, [&](OpBuilder &b, ValueRange v) {
          return binary<graph::MulOp>(b, v[0], v[1]);
        }) == "");
}

/// A chain of `length` random ops over values that broadcast to `shape`.
static Value randomChain(OpBuilder &b, ValueRange inputs, Type full,
                         unsigned length, std::mt19937 &random) {
  llvm::SmallVector<Value> floats(inputs), bools;
  auto pick = [&](llvm::ArrayRef<Value> from) {
    return random() % 2 ? from.back() : from[random() % from.size()];
  };
  // The result has the full shape: the first op sees to it.
  floats.push_back(binary<graph::AddOp>(b, inputs[0], inputs[1]));
  for (unsigned i = 0; i < length; ++i) {
    Value x = floats.back();
    switch (random() % 6) {
    case 0:
      floats.push_back(unaries[random() % std::size(unaries)].second(b, x));
      break;
    case 1:
      bools.push_back(comparisons[random() % std::size(comparisons)].second(
          b, x, pick(floats)));
      break;
    case 2:
      if (!bools.empty())
        floats.push_back(graph::SelectOp::create(b, x.getLoc(), bools.back(), x,
                                                 pick(floats)));
      break;
    case 3:
      floats.push_back(arithmetic[random() % std::size(arithmetic)].second(
          b, pick(floats), x));
      break;
    default:
      floats.push_back(arithmetic[random() % std::size(arithmetic)].second(
          b, x, pick(floats)));
    }
  }
  return floats.back();
}

TEST_CASE("random chains have the evaluator's bits") {
  std::mt19937 random(7);
  for (int i = 0; i < 60; ++i) {
    Shape shape;
    for (unsigned rank = 1 + random() % 4; rank > 0; --rank)
      shape.push_back(random() % 4 == 0 ? 1 + random() % 200
                                        : 1 + random() % 6);
    llvm::SmallVector<TensorSpec> tensors{f32(shape)};
    for (int operand = 0; operand < 4; ++operand) {
      Shape part;
      for (int64_t extent : llvm::ArrayRef<int64_t>(shape).drop_front(
               random() % (shape.size() + 1)))
        part.push_back(random() % 2 ? extent : 1);
      tensors.push_back(random() % 2 ? f32(part) : constant(part));
    }
    INFO("chain " << i);
    CHECK(differential(
              tensors,
              [&](OpBuilder &b, ValueRange v) {
                return randomChain(b, v, v[0].getType(), 2 + random() % 8,
                                   random);
              },
              i) == "");
  }
}
