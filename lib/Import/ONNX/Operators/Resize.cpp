//===- Resize.cpp - Other extents of the same image -----------------------===//
//
// Sizes are known, so an axis is a table: for each result the elements to take
// and their weights: one (nearest), two (linear) or four (cubic). Positions are
// computed in float, as ONNX Runtime does, since a rounding may choose another
// element.
//
//===----------------------------------------------------------------------===//
#include "../Fold.h"
#include "Registry.h"
#include "glia/Support/Numerics.h"
#include <cmath>

namespace glia::onnx_import {

namespace {
/// One axis of a resize.
struct ResizedAxis {
  int64_t from, to;
  float scale;
};

struct Mode {
  enum class Kind { nearest, linear, cubic };
  llvm::StringRef coordinates, nearest;
  Kind kind;
  float cubicA = -0.75f;
  bool excludesOutside = false; // cubic
};

/// For each result along an axis, one of the elements that it is made of.
struct Tap {
  Shape positions;
  std::vector<float> weights;
};
} // namespace

/// Where result `index` lies in the operand.
static float positionOf(const Mode &mode, const ResizedAxis &axis,
                        int64_t index) {
  float at = static_cast<float>(index);
  if (mode.coordinates == "asymmetric")
    return at / axis.scale;
  if (mode.coordinates == "align_corners")
    return axis.to == 1 ? 0
                        : at * static_cast<float>(axis.from - 1) /
                              static_cast<float>(axis.to - 1);
  if (mode.coordinates == "pytorch_half_pixel" && axis.to == 1)
    return 0;
  return (at + 0.5f) / axis.scale - 0.5f;
}

static int64_t nearestTo(const Mode &mode, float position) {
  if (mode.nearest == "floor")
    return static_cast<int64_t>(std::floor(position));
  if (mode.nearest == "ceil")
    return static_cast<int64_t>(std::ceil(position));
  float low = std::floor(position);
  bool up = mode.nearest == "round_prefer_ceil" ? position - low >= 0.5f
                                                : position - low > 0.5f;
  return static_cast<int64_t>(low) + up;
}

static llvm::Expected<Value> resizeNearest(NodeImporter &importer,
                                           const Value &value, int64_t axis,
                                           const ResizedAxis &resized,
                                           const Mode &mode) {
  Shape positions;
  for (int64_t index = 0; index < resized.to; ++index)
    positions.push_back(
        std::clamp<int64_t>(nearestTo(mode, positionOf(mode, resized, index)),
                            0, resized.from - 1));
  return importer.gather(value, axis, positions);
}

/// low (1 - w) + high w
static std::vector<Tap> linearTaps(const ResizedAxis &resized,
                                   const Mode &mode) {
  std::vector<Tap> taps(2);
  for (int64_t index = 0; index < resized.to; ++index) {
    float at = std::clamp(positionOf(mode, resized, index), 0.0f,
                          static_cast<float>(resized.from - 1));
    int64_t low = static_cast<int64_t>(at);
    float weight = at - static_cast<float>(low);
    taps[0].positions.push_back(low);
    taps[0].weights.push_back(1 - weight);
    taps[1].positions.push_back(std::min(low + 1, resized.from - 1));
    taps[1].weights.push_back(weight);
  }
  return taps;
}

/// Keys' kernel: of a neighbour in the distance 0 to 1, and 1 to 2.
static float nearWeight(float a, float distance) {
  return ((a + 2) * distance - (a + 3)) * distance * distance + 1;
}
static float farWeight(float a, float distance) {
  return ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a;
}

/// Four neighbours; beyond the border the outermost element stands in, or has
/// no weight.
static std::vector<Tap> cubicTaps(const ResizedAxis &resized,
                                  const Mode &mode) {
  std::vector<Tap> taps(4);
  for (int64_t index = 0; index < resized.to; ++index) {
    float at = positionOf(mode, resized, index), low = std::floor(at),
          s = at - low, a = mode.cubicA;
    std::array<float, 4> weights = {farWeight(a, s + 1), nearWeight(a, s),
                                    nearWeight(a, 1 - s), farWeight(a, 2 - s)};
    float sum = 0;
    for (auto [number, weight] : llvm::enumerate(weights)) {
      int64_t position = static_cast<int64_t>(low) - 1 + number,
              inside = std::clamp<int64_t>(position, 0, resized.from - 1);
      if (mode.excludesOutside && position != inside)
        weight = 0;
      sum += weight;
      taps[number].positions.push_back(inside);
    }
    for (auto [tap, weight] : llvm::zip(taps, weights))
      tap.weights.push_back(mode.excludesOutside ? weight / sum : weight);
  }
  return taps;
}

/// The weighted sum of the taps, in their order.
static llvm::Expected<Value> resizeByTaps(NodeImporter &importer,
                                          const Value &value, int64_t axis,
                                          llvm::ArrayRef<Tap> taps) {
  Shape spread(value.shape.size() - axis, 1);
  spread[0] = static_cast<int64_t>(taps.front().weights.size());
  Formula f(importer);
  std::optional<Value> sum;
  for (const Tap &tap : taps) {
    llvm::Expected<Value> taken = importer.gather(value, axis, tap.positions);
    if (!taken)
      return taken;
    const auto *first = reinterpret_cast<const uint8_t *>(tap.weights.data());
    Value weights =
        importer.constant(ElementType::f32, spread,
                          {first, first + tap.weights.size() * sizeof(float)});
    Value term = f("graph.mul", {*taken, weights});
    sum = sum ? f("graph.add", {*sum, term}) : term;
  }
  if (llvm::Error error = f.check())
    return std::move(error);
  return *sum;
}

/// What an element of the result's axis takes here.
static uint64_t bytesPerPosition(const Mode &mode) {
  constexpr uint64_t tap = sizeof(int64_t) + sizeof(float);
  return mode.kind == Mode::Kind::nearest  ? sizeof(int64_t)
         : mode.kind == Mode::Kind::linear ? 2 * tap
                                           : 4 * tap;
}

static llvm::Expected<Value> resizeAxis(NodeImporter &importer,
                                        const Value &value, int64_t axis,
                                        const ResizedAxis &resized,
                                        const Mode &mode) {
  switch (mode.kind) {
  case Mode::Kind::nearest:
    return resizeNearest(importer, value, axis, resized, mode);
  case Mode::Kind::linear:
    return resizeByTaps(importer, value, axis, linearTaps(resized, mode));
  case Mode::Kind::cubic:
    return resizeByTaps(importer, value, axis, cubicTaps(resized, mode));
  }
  llvm_unreachable("covered switch");
}

static llvm::Expected<std::vector<float>> knownFloats(NodeImporter &importer,
                                                      const Value &value) {
  constexpr int64_t most = 64; // far above every rank
  if (!value.constant || value.type != ElementType::f32 ||
      value.elements() > most)
    return importer.fail(ErrorCode::E2002,
                         "expects scales that are known when compiling");
  llvm::Expected<std::vector<uint8_t>> bytes =
      importer.state.store.read(*value.constant);
  if (!bytes)
    return bytes.takeError();
  std::vector<float> numbers(bytes->size() / sizeof(float));
  numerics::convert(ElementType::f32, bytes->data(), ElementType::f32,
                    numbers.data(), numbers.size());
  return numbers;
}

/// Scales and sizes of all axes, from the operands `scales` and `sizes`.
static llvm::Expected<std::vector<ResizedAxis>>
readAxes(NodeImporter &importer, size_t scalesAt, size_t sizesAt) {
  const Value &input = importer.input(0);
  std::vector<ResizedAxis> resized;
  for (int64_t extent : input.shape)
    resized.push_back({extent, extent, 1});
  Shape axes;
  for (int64_t axis = 0; axis < input.rank(); ++axis)
    axes.push_back(axis);
  if (std::optional<Shape> given = importer.integers("axes")) {
    llvm::Expected<Shape> checked = importer.axes(*given, input.rank());
    if (!checked)
      return checked.takeError();
    axes = *given;
    for (int64_t &axis : axes)
      axis += axis < 0 ? input.rank() : 0;
  }
  auto count = [&](size_t given) {
    return importer.fail(ErrorCode::E1009, "has " + llvm::Twine(given) +
                                               " scales or sizes, expects " +
                                               llvm::Twine(axes.size()));
  };
  constexpr float largest = 1 << 20;
  if (importer.has(scalesAt) && importer.input(scalesAt).elements() > 0) {
    llvm::Expected<std::vector<float>> scales =
        knownFloats(importer, importer.input(scalesAt));
    if (!scales)
      return scales.takeError();
    if (scales->size() != axes.size())
      return count(scales->size());
    for (auto [axis, scale] : llvm::zip(axes, *scales)) {
      if (!(scale > 0 && scale <= largest))
        return importer.fail(ErrorCode::E1009,
                             "has a scale that is not between 0 and 2^20");
      resized[axis].scale = scale;
      resized[axis].to = static_cast<int64_t>(
          std::floor(static_cast<float>(resized[axis].from) * scale));
    }
    return resized;
  }
  if (!importer.has(sizesAt))
    return importer.fail(ErrorCode::E1009, "has neither scales nor sizes");
  llvm::Expected<Shape> sizes = importer.knownIntegers(sizesAt);
  if (!sizes)
    return sizes.takeError();
  if (sizes->size() != axes.size())
    return count(sizes->size());
  for (auto [axis, size] : llvm::zip(axes, *sizes)) {
    if (size < 0 || (size > 0 && resized[axis].from == 0))
      return importer.fail(ErrorCode::E1009,
                           "makes an extent of " + llvm::Twine(size) + " of " +
                               llvm::Twine(resized[axis].from));
    resized[axis].to = size;
    resized[axis].scale =
        static_cast<float>(size) / static_cast<float>(resized[axis].from);
  }
  return resized;
}

static llvm::Error resize(NodeImporter &importer, const Mode &mode,
                          size_t scalesAt, size_t sizesAt) {
  if (mode.kind != Mode::Kind::nearest &&
      importer.input(0).type != ElementType::f32)
    return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                               name(importer.input(0).type) +
                                               ", expects f32");
  llvm::Expected<std::vector<ResizedAxis>> resized =
      readAxes(importer, scalesAt, sizesAt);
  if (!resized)
    return resized.takeError();
  uint64_t bytes = bitWidth(importer.input(0).type) / 8;
  for (const ResizedAxis &axis : *resized)
    if (axis.to > 0 && // those beside an empty one have a limit, too
        __builtin_mul_overflow(bytes, static_cast<uint64_t>(axis.to), &bytes))
      bytes = UINT64_MAX;
  if (bytes > importer.state.limits.tensorBytes)
    return importer.fail(ErrorCode::E4004,
                         "makes a tensor of more than " +
                             llvm::Twine(importer.state.limits.tensorBytes) +
                             " bytes");
  Value value = importer.input(0);
  for (auto [axis, each] : llvm::enumerate(*resized)) {
    if (each.from == each.to && each.scale == 1)
      continue;
    // Some positions and weights for each element of the axis.
    if (llvm::Error error = importer.charge(static_cast<uint64_t>(each.to) *
                                            bytesPerPosition(mode)))
      return error;
    llvm::Expected<Value> next =
        resizeAxis(importer, value, static_cast<int64_t>(axis), each, mode);
    if (!next)
      return next.takeError();
    value = *next;
  }
  importer.setOutput(0, value);
  return llvm::Error::success();
}

static llvm::Expected<Mode::Kind> readKind(NodeImporter &importer) {
  llvm::StringRef mode = importer.string("mode", "nearest");
  if (mode == "nearest")
    return Mode::Kind::nearest;
  if (mode == "linear")
    return Mode::Kind::linear;
  if (mode == "cubic")
    return Mode::Kind::cubic;
  return importer.failAttribute(
      ErrorCode::E2002, "mode",
      "is `" + escapeForMessage(mode) +
          "`, expects `nearest`, `linear` or `cubic`");
}

static llvm::Error importResize(NodeImporter &importer) {
  llvm::Expected<Mode::Kind> kind = readKind(importer);
  if (!kind)
    return kind.takeError();
  constexpr int withModes = 11;
  if (importer.node.sinceVersion < withModes)
    return resize(importer, {"asymmetric", "floor", *kind}, 1, SIZE_MAX);
  Mode mode{importer.string("coordinate_transformation_mode", "half_pixel"),
            importer.string("nearest_mode", "round_prefer_floor"), *kind,
            importer.number("cubic_coeff_a", -0.75f),
            importer.integer("exclude_outside", 0) != 0};
  using Names = std::vector<llvm::StringRef>;
  const std::tuple<const char *, llvm::StringRef, Names> choices[] = {
      {"coordinate_transformation_mode",
       mode.coordinates,
       {"asymmetric", "align_corners", "half_pixel", "pytorch_half_pixel"}},
      {"nearest_mode",
       mode.nearest,
       {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}},
      {"keep_aspect_ratio_policy",
       importer.string("keep_aspect_ratio_policy", "stretch"),
       {"stretch"}}};
  for (const auto &[attribute, given, allowed] : choices)
    if (!llvm::is_contained(allowed, given))
      return importer.failAttribute(ErrorCode::E2002, attribute,
                                    "is `" + escapeForMessage(given) +
                                        "`, which Glia does not support");
  if (importer.integer("antialias", 0) != 0 && *kind != Mode::Kind::nearest)
    return importer.failAttribute(ErrorCode::E2002, "antialias", "expects 0");
  return resize(importer, mode, 2, 3);
}

static llvm::Error importUpsample(NodeImporter &importer) {
  llvm::Expected<Mode::Kind> kind = readKind(importer);
  if (!kind)
    return kind.takeError();
  return resize(importer, {"asymmetric", "floor", *kind}, 1, SIZE_MAX);
}

llvm::ArrayRef<OperatorRow> resizeOperators() {
  static constexpr OperatorRow rows[] = {
      {"Resize", 10, importResize},
      {"Upsample", 9, importUpsample, 9},
  };
  return rows;
}

} // namespace glia::onnx_import
