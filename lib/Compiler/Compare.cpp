//===- Compare.cpp - Outputs against the right ones -----------------------===//
//
// Floats are compared in binary64 after an exact conversion to fp32. A NaN
// matches a NaN, an infinity the same infinity.
//
//===----------------------------------------------------------------------===//
#include "Compare.h"
#include "dialects/Graph/GraphOps.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace glia;
using namespace mlir;

/// Terms that one element of the op's result sums up.
static int64_t sumLength(Operation *op) {
  auto rowLength = [&](int64_t axis) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    int64_t first = axis < 0 ? axis + type.getRank() : axis, length = 1;
    if (llvm::isa<graph::SoftmaxOp>(op))
      return type.getDimSize(first);
    for (int64_t i = first; i < type.getRank(); ++i)
      length *= type.getDimSize(i);
    return length;
  };
  if (auto softmax = dyn_cast<graph::SoftmaxOp>(op))
    return rowLength(softmax.getAxis());
  if (auto norm = dyn_cast<graph::LayerNormOp>(op))
    return 2 * rowLength(norm.getAxis()); // mean, then variance
  auto indexing = dyn_cast<graph::IndexingOpInterface>(op);
  if (!indexing || llvm::isa<graph::GatherOp, graph::ScatterOp>(op))
    return 0; // their extra loops choose, they add nothing up
  int64_t length = 1;
  bool sums = false;
  for (auto [kind, extent] :
       llvm::zip(indexing.getLoops(), indexing.getLoopExtents()))
    if (kind != graph::LoopKind::parallel) {
      length *= extent;
      sums = true;
    }
  return sums ? length : 0;
}

int64_t glia::longestSumPath(func::FuncOp main) {
  llvm::DenseMap<Value, int64_t> longest;
  int64_t best = 1;
  for (Operation &op : main.getBody().front()) {
    int64_t before = 0;
    for (Value operand : op.getOperands())
      before = std::max(before, longest.lookup(operand));
    int64_t here = before + sumLength(&op);
    best = std::max(best, here);
    for (Value result : op.getResults())
      longest[result] = here;
  }
  return best;
}

static std::vector<float> toFloats(const Tensor &tensor, size_t count) {
  std::vector<float> values(count);
  numerics::convert(tensor.type, tensor.bytes.data(), ElementType::f32,
                    values.data(), count);
  return values;
}

/// 2^-p, p being the bits of a significand.
static double roundoffOf(StringRef type) {
  return std::ldexp(1.0, -llvm::StringSwitch<int>(type)
                              .Case("bf16", 8)
                              .Cases({"fp16", "tf32"}, 11)
                              .Case("fp8_e4m3", 4)
                              .Case("fp8_e5m2", 3)
                              .Default(24));
}

double glia::unitRoundoff(const CompileOptions &options) {
  double largest =
      roundoffOf(options.autoCast == "none" ? "fp32" : options.autoCastType);
  for (const std::string &text : options.castOverrides)
    largest = std::max(largest, roundoffOf(StringRef(text).rsplit('=').second));
  return largest;
}

static void compareFloats(OutputComparison &result, llvm::ArrayRef<float> got,
                          llvm::ArrayRef<float> want, int64_t length,
                          double roundoff) {
  double squares = 0, dot = 0, gotSquares = 0;
  for (auto [g, w] : llvm::zip(got, want)) {
    if (!std::isfinite(g) || !std::isfinite(w))
      continue;
    squares += double(w) * w;
    gotSquares += double(g) * g;
    dot += double(g) * w;
  }
  double rms = std::sqrt(squares / std::max<size_t>(want.size(), 1));
  double unit = 8 * roundoff * std::sqrt(static_cast<double>(length));
  double worst = -1;
  for (auto [g, w] : llvm::zip(got, want)) {
    if ((std::isnan(g) && std::isnan(w)) || g == w)
      continue;
    double error = std::fabs(double(g) - w);
    double tolerance =
        unit * (std::isfinite(w) ? std::max(std::fabs(double(w)), rms) : rms);
    bool ok = std::isfinite(error) && error <= tolerance;
    result.ok &= ok;
    double ratio = std::isfinite(error / tolerance) ? error / tolerance : 1e300;
    if (ratio > worst) {
      worst = ratio;
      result.tolerance = tolerance;
    }
    result.maxAbsoluteError =
        std::max(result.maxAbsoluteError, std::isnan(error) ? HUGE_VAL : error);
    if (w != 0)
      result.maxRelativeError =
          std::max(result.maxRelativeError,
                   std::isnan(error) ? HUGE_VAL : error / std::fabs(double(w)));
  }
  if (worst < 0)
    result.tolerance = unit * rms;
  if (squares > 0 && gotSquares > 0)
    result.cosine = dot / std::sqrt(squares * gotSquares);
}

void glia::adoptType(Tensor &tensor, ElementType type) {
  bool isPattern =
      tensor.type == ElementType::u16 || tensor.type == ElementType::u8;
  bool isNamed = type == ElementType::f32 || type == ElementType::f16;
  if (isPattern && isFloat(type) && !isNamed &&
      bitWidth(type) == bitWidth(tensor.type))
    tensor.type = type;
}

llvm::Expected<OutputComparison> glia::compareOutput(StringRef name,
                                                     const Tensor &got,
                                                     const Tensor &want,
                                                     int64_t length,
                                                     double roundoff) {
  if (got.type != want.type || got.shape != want.shape ||
      got.bytes.size() != want.bytes.size())
    return makeError(std::move(
        GliaError(
            ErrorCode::E1801,
            "the expected output has another type or shape than the program's")
            .with("output", name.str())));
  OutputComparison result;
  result.name = name.str();
  size_t count = 1;
  for (int64_t extent : got.shape)
    count *= extent;
  if (isFloat(got.type)) {
    compareFloats(result, toFloats(got, count), toFloats(want, count), length,
                  roundoff);
    return result;
  }
  result.ok = got.bytes == want.bytes;
  std::vector<float> gotValues = toFloats(got, count),
                     wantValues = toFloats(want, count);
  OutputComparison sizes;
  compareFloats(sizes, gotValues, wantValues, 1, roundoff);
  result.maxAbsoluteError = sizes.maxAbsoluteError;
  result.maxRelativeError = sizes.maxRelativeError;
  result.cosine = sizes.cosine;
  return result;
}
