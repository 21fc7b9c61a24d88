//===- RandomContractionTest.cpp - Contractions of random shapes ----------===//
//
// Shapes that nobody thought of, from a fixed seed: contractions, convolutions
// and windows, some with an epilogue, against the evaluator.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include <catch2/catch.hpp>
#include <random>
#include <sstream>

using namespace glia;
using namespace mlir;

using Shape = llvm::SmallVector<int64_t, 6>;

namespace {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() %
                                      static_cast<uint64_t>(high - low + 1));
  }
  bool coin() { return engine() & 1; }
  ElementType floatType() {
    const ElementType types[] = {ElementType::f32, ElementType::bf16,
                                 ElementType::f16,  ElementType::tf32,
                                 ElementType::f8e4m3, ElementType::f8e5m2};
    return types[between(0, 5)];
  }
  /// Mostly small, sometimes around the sizes of tiles.
  int64_t extent() {
    const int64_t edges[] = {31,  32,  63,  64,  65,  127,
                             128, 129, 255, 256, 257, 300};
    return between(0, 3) == 0 ? edges[between(0, std::size(edges) - 1)]
                              : between(1, 20);
  }

private:
  std::mt19937_64 engine;
};

struct Sliding {
  Shape input, kernel, strides, pads, dilations;
};

} // namespace

static std::string text(llvm::ArrayRef<int64_t> values) {
  std::ostringstream os;
  for (int64_t value : values)
    os << value << " ";
  return os.str();
}

/// Spatial sizes so that at least one window fits, pads below the dilated
/// kernel.
static Sliding randomSliding(Random &random, unsigned rank) {
  Sliding s;
  s.pads.resize(2 * rank);
  for (unsigned i = 0; i < rank; ++i) {
    s.kernel.push_back(random.between(1, 5));
    s.strides.push_back(random.between(1, 3));
    s.dilations.push_back(random.between(1, 3));
    int64_t reach = (s.kernel[i] - 1) * s.dilations[i] + 1;
    s.pads[i] = random.between(0, reach - 1);
    s.pads[rank + i] = random.between(0, reach - 1);
    s.input.push_back(
        std::max<int64_t>(1, reach - s.pads[i] - s.pads[rank + i]) +
        random.between(0, 30));
  }
  return s;
}

/// Sometimes a bias per channel or per column, sometimes gelu.
static Value epilogue(OpBuilder &b, Random &random, Value root, Value bias) {
  if (bias)
    root = graph::AddOp::create(b, root.getLoc(), root, bias);
  return random.coin() ? graph::GeluOp::create(b, root.getLoc(), root) : root;
}

TEST_CASE("contractions of random shapes have the evaluator's bits") {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    int64_t m = random.extent(), n = random.extent(), k = random.extent();
    bool transposeLhs = random.coin(), transposeRhs = random.coin(),
         isConstant = random.coin(), hasBias = random.coin();
    Shape lhs, rhs;
    for (unsigned batch = random.between(0, 2); batch > 0; --batch) {
      int64_t size = random.between(1, 3);
      lhs.push_back(random.between(0, 3) ? size : 1);
      rhs.push_back(random.between(0, 3) ? size : 1);
    }
    lhs.append({transposeLhs ? k : m, transposeLhs ? m : k});
    rhs.append({transposeRhs ? n : k, transposeRhs ? k : n});
    INFO(i << ": " << text(lhs) << "x " << text(rhs) << transposeLhs
           << transposeRhs << isConstant << hasBias);
    ElementType type = random.floatType();
    llvm::SmallVector<TensorSpec> tensors{floats(type, lhs),
                                          floats(type, rhs, isConstant)};
    if (hasBias)
      tensors.push_back(constant({n}));
    CHECK(differential(
              tensors,
              [&](OpBuilder &b, ValueRange v) -> Value {
                Value product = graph::ContractOp::create(
                    b, v[0].getLoc(), v[0], v[1], transposeLhs, transposeRhs,
                    random.coin() ? 128 : 50);
                return epilogue(b, random, product, hasBias ? v[2] : Value());
              },
              i) == "");
  }
}

TEST_CASE("convolutions of random shapes have the evaluator's bits") {
  Random random(8);
  for (int i = 0; i < 60; ++i) {
    Sliding s = randomSliding(random, random.between(0, 3) ? 2 : 1);
    int64_t groups = random.coin() ? 1 : random.between(2, 4),
            channels = groups == 1 ? random.extent() : random.between(1, 6);
    int64_t outputs =
        groups * (groups == 1 ? random.between(1, 140) : random.between(1, 5));
    bool isConstant = random.coin(), hasBias = random.coin();
    Shape input{random.between(1, 2), channels * groups},
        weight{outputs, channels}, bias{1, outputs};
    input.append(s.input);
    weight.append(s.kernel);
    bias.append(s.kernel.size(), 1);
    INFO(i << ": " << text(input) << "* " << text(weight) << "strides "
           << text(s.strides) << "pads " << text(s.pads) << "dilations "
           << text(s.dilations) << "groups " << groups);
    ElementType type = random.floatType();
    llvm::SmallVector<TensorSpec> tensors{floats(type, input),
                                          floats(type, weight, isConstant)};
    if (hasBias)
      tensors.push_back(constant(bias));
    CHECK(differential(
              tensors,
              [&](OpBuilder &b, ValueRange v) -> Value {
                Value image = graph::ConvolutionOp::create(
                    b, v[0].getLoc(), v[0], v[1], s.strides, s.pads,
                    s.dilations, groups, random.coin() ? 128 : 40);
                return epilogue(b, random, image, hasBias ? v[2] : Value());
              },
              i) == "");
  }
}

TEST_CASE("depthwise convolutions of random shapes have the evaluator's bits") {
  Random random(10);
  for (int i = 0; i < 40; ++i) {
    Sliding s = randomSliding(random, random.between(0, 3) ? 2 : 1);
    int64_t groups = random.coin() ? random.between(2, 9) : 130;
    bool isConstant = random.coin(), hasBias = random.coin();
    Shape input{random.between(1, 2), groups}, weight{groups, 1},
        bias{1, groups};
    input.append(s.input);
    weight.append(s.kernel);
    bias.append(s.kernel.size(), 1);
    INFO(i << ": " << text(input) << "kernel " << text(s.kernel) << "strides "
           << text(s.strides) << "pads " << text(s.pads) << "dilations "
           << text(s.dilations));
    llvm::SmallVector<TensorSpec> tensors{
        f32(input), isConstant ? constant(weight) : f32(weight)};
    if (hasBias)
      tensors.push_back(constant(bias));
    CHECK(differential(
              tensors,
              [&](OpBuilder &b, ValueRange v) -> Value {
                Value image = graph::ConvolutionOp::create(
                    b, v[0].getLoc(), v[0], v[1], s.strides, s.pads,
                    s.dilations, groups, /*k_cut=*/1);
                return epilogue(b, random, image, hasBias ? v[2] : Value());
              },
              i) == "");
  }
}

TEST_CASE("windows of random shapes have the evaluator's bits") {
  Random random(9);
  for (int i = 0; i < 60; ++i) {
    Sliding s = randomSliding(random, random.between(0, 3) ? 2 : 1);
    Shape input{random.between(1, 2), random.extent()};
    input.append(s.input);
    auto kind =
        random.coin() ? graph::WindowKind::max : graph::WindowKind::average;
    bool countPad = random.coin();
    INFO(i << ": " << text(input) << "kernel " << text(s.kernel) << "strides "
           << text(s.strides) << "pads " << text(s.pads) << "dilations "
           << text(s.dilations) << stringifyWindowKind(kind).str() << countPad);
    CHECK(differential(
              {f32(input)},
              [&](OpBuilder &b, ValueRange v) -> Value {
                Value window = graph::WindowOp::create(
                    b, v[0].getLoc(), v[0], kind, s.kernel, s.strides, s.pads,
                    s.dilations, countPad);
                return epilogue(b, random, window, Value());
              },
              i) == "");
  }
}
