//===- ConvTranspose.cpp - Convolution the other way round ----------------===//
//
// A convolution of stride 1 over the operand with strides - 1 zeros between its
// elements, with the kernel turned by half a circle and its two channel
// dimensions exchanged.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"
#include "Spatial.h"

namespace glia::onnx_import {

static constexpr int64_t kCut = 128;
// Far above what any model has; keeps all sums within 64 bits.
static constexpr int64_t largest = int64_t(1) << 31;

namespace {
struct Placement {
  Shape strides, dilations, pads, outputPadding;
};
} // namespace

static llvm::Expected<Shape> readList(const NodeImporter &importer,
                                      llvm::StringRef name, size_t count,
                                      int64_t otherwise, int64_t least) {
  Shape list = importer.integers(name).value_or(Shape(count, otherwise));
  if (list.size() != count || llvm::any_of(list, [&](int64_t each) {
        return each < least || each > largest;
      }))
    return importer.failAttribute(ErrorCode::E1004, name,
                                  "expects " + llvm::Twine(count) +
                                      " entries from " + llvm::Twine(least) +
                                      " on, got " + formatShape(list));
  return list;
}

/// Pads that make the extents `wanted`, one an axis: what is too much goes in
/// halves, the larger one to the end with SAME_UPPER and to the start otherwise.
/// Where there is too little, zeros come behind the end, as output_padding does.
static void padTo(Placement &place, llvm::ArrayRef<int64_t> wanted,
                  const Value &input, const Value &weight, bool isUpper) {
  size_t rank = wanted.size();
  for (size_t axis = 0; axis < rank; ++axis) {
    int64_t whole = place.strides[axis] * (input.shape[axis + 2] - 1) +
                    place.outputPadding[axis] +
                    (weight.shape[axis + 2] - 1) * place.dilations[axis] + 1,
            total = std::max<int64_t>(whole - wanted[axis], 0),
            half = total / 2;
    place.outputPadding[axis] += std::max<int64_t>(wanted[axis] - whole, 0);
    place.pads[axis] = isUpper ? half : total - half;
    place.pads[rank + axis] = isUpper ? total - half : half;
  }
}

static llvm::Expected<Placement> readPlacement(const NodeImporter &importer,
                                               size_t rank) {
  const Value &input = importer.input(0), &weight = importer.input(1);
  auto strides = readList(importer, "strides", rank, 1, 1),
       dilations = readList(importer, "dilations", rank, 1, 1),
       pads = readList(importer, "pads", 2 * rank, 0, 0),
       outputPadding = readList(importer, "output_padding", rank, 0, 0);
  if (!strides || !dilations || !pads || !outputPadding)
    return llvm::joinErrors(
        llvm::joinErrors(strides.takeError(), dilations.takeError()),
        llvm::joinErrors(pads.takeError(), outputPadding.takeError()));
  Placement place{*strides, *dilations, *pads, *outputPadding};
  llvm::StringRef mode = importer.string("auto_pad", "NOTSET");
  bool isSame = mode == "SAME_UPPER" || mode == "SAME_LOWER";
  if (!isSame && mode != "NOTSET" && mode != "VALID")
    return importer.failAttribute(ErrorCode::E1004, "auto_pad",
                                  "is `" + escapeForMessage(mode) + "`");
  if (mode == "VALID")
    place.pads.assign(2 * rank, 0);
  Shape wanted;
  if (std::optional<Shape> given = importer.integers("output_shape")) {
    if (given->size() == rank + 2) // with batch and channels
      given->erase(given->begin(), given->begin() + 2);
    if (given->size() != rank || llvm::any_of(*given, [](int64_t extent) {
          return extent < 1 || extent > largest;
        }))
      return importer.failAttribute(ErrorCode::E1004, "output_shape",
                                    "expects " + llvm::Twine(rank) +
                                        " extents from 1 on");
    wanted = *given;
  } else if (isSame) {
    for (size_t axis = 0; axis < rank; ++axis)
      wanted.push_back(input.shape[axis + 2] * place.strides[axis]);
  }
  if (!wanted.empty())
    padTo(place, wanted, input, weight, mode == "SAME_UPPER");
  return place;
}

/// Zeros behind each element along `axis`, but the last.
static Value spread(NodeImporter &importer, const Value &value, int64_t axis,
                    int64_t stride) {
  int64_t extent = value.shape[axis];
  if (stride == 1 || extent == 0)
    return value;
  Shape single = value.shape, several, merged = value.shape;
  single.insert(single.begin() + axis + 1, 1);
  several = single;
  several[axis + 1] = stride;
  merged[axis] = extent * stride;
  Shape low(single.size(), 0), high(single.size(), 0);
  high[axis + 1] = stride - 1;
  Value stuffed = importer.create<graph::PadOp>(
      value.type, several, importer.ssa(importer.reshape(value, single)), low,
      high, llvm::APFloat(0.0));
  SliceStep used{Shape(merged.size(), 0), merged, Shape(merged.size(), 1)};
  used.sizes[axis] -= stride - 1;
  return importer.slice(importer.reshape(stuffed, merged), used);
}

/// [C, O / groups, kernel] to [O, C / groups, turned kernel].
static Value turnWeights(NodeImporter &importer, int64_t groups) {
  Value weight = importer.input(1);
  SliceStep turned{Shape(weight.shape.size(), 0), weight.shape,
                   Shape(weight.shape.size(), 1)};
  for (size_t axis = 2; axis < weight.shape.size(); ++axis) {
    turned.starts[axis] = weight.shape[axis] - 1;
    turned.strides[axis] = weight.shape[axis] > 1 ? -1 : 1;
  }
  weight = importer.slice(weight, turned);
  Shape grouped = {groups, weight.shape[0] / groups}, order = {0, 2, 1},
        result = {weight.shape[1] * groups, grouped[1]};
  for (size_t axis = 1; axis < weight.shape.size(); ++axis)
    grouped.push_back(weight.shape[axis]);
  for (size_t axis = 2; axis < weight.shape.size(); ++axis) {
    order.push_back(static_cast<int64_t>(axis) + 1);
    result.push_back(weight.shape[axis]);
  }
  return importer.reshape(
      importer.transpose(importer.reshape(weight, grouped), order), result);
}

static llvm::Error checkOperands(NodeImporter &importer, int64_t groups) {
  const Value &input = importer.input(0), &weight = importer.input(1);
  if (llvm::Error error = checkConvolutionRanks(importer, input, weight))
    return error;
  if (groups < 1 || input.shape[1] % groups != 0 ||
      weight.shape[0] != input.shape[1])
    return importer.fail(ErrorCode::E1009, "the weights " +
                                               formatShape(weight.shape) +
                                               " and " + llvm::Twine(groups) +
                                               " groups do not fit the input " +
                                               formatShape(input.shape));
  if (input.elements() == 0 || weight.elements() == 0)
    return importer.fail(ErrorCode::E2002, "has an empty operand");
  if (importer.has(2) &&
      importer.input(2).shape != Shape{weight.shape[1] * groups})
    return importer.fail(
        ErrorCode::E1009,
        "the bias has the shape " + formatShape(importer.input(2).shape) +
            ", expects " + llvm::Twine(weight.shape[1] * groups));
  return llvm::Error::success();
}

static llvm::Error importConvTranspose(NodeImporter &importer) {
  const Value &input = importer.input(0), &weight = importer.input(1);
  int64_t groups = importer.integer("group", 1);
  if (llvm::Error error = checkOperands(importer, groups))
    return error;
  size_t rank = input.shape.size() - 2;
  llvm::Expected<Placement> place = readPlacement(importer, rank);
  if (!place)
    return place.takeError();
  Value value = input;
  Shape pads(2 * rank, 0), shape = {input.shape[0], weight.shape[1] * groups};
  SliceStep cut; // where the node's pads take away more than the kernel adds
  cut.starts = {0, 0};
  cut.strides = {1, 1};
  cut.sizes = shape;
  for (size_t axis = 0; axis < rank; ++axis) {
    int64_t reach = 0, stride = place->strides[axis], spreadElements = 0;
    if (__builtin_mul_overflow(weight.shape[axis + 2] - 1,
                               place->dilations[axis], &reach) ||
        __builtin_mul_overflow(value.elements(), stride, &spreadElements) ||
        std::max(reach, spreadElements) >
            static_cast<int64_t>(importer.state.limits.tensorBytes))
      return importer.fail(
          ErrorCode::E4004,
          "spreads its input by " + llvm::Twine(stride) +
              " or its weights by " + llvm::Twine(place->dilations[axis]) +
              ", expects at most " +
              llvm::Twine(importer.state.limits.tensorBytes) + " elements");
    int64_t low = reach - place->pads[axis],
            high =
                reach - place->pads[rank + axis] + place->outputPadding[axis];
    value = spread(importer, value, static_cast<int64_t>(axis) + 2, stride);
    pads[axis] = std::max<int64_t>(low, 0);
    pads[rank + axis] = std::max<int64_t>(high, 0);
    int64_t whole =
                value.shape[axis + 2] + pads[axis] + pads[rank + axis] - reach,
            left =
                whole + std::min<int64_t>(low, 0) + std::min<int64_t>(high, 0);
    if (left < 1)
      return importer.fail(ErrorCode::E1009, "makes an extent of " +
                                                 llvm::Twine(left) +
                                                 ", expects at least 1");
    shape.push_back(whole);
    cut.starts.push_back(std::max<int64_t>(-low, 0));
    cut.sizes.push_back(left);
    cut.strides.push_back(1);
  }
  Value result =
      importer.slice(importer.create<graph::ConvolutionOp>(
                         input.type, shape, importer.ssa(value),
                         importer.ssa(turnWeights(importer, groups)),
                         Shape(rank, 1), pads, place->dilations, groups, kCut),
                     cut);
  Formula f(importer);
  if (importer.has(2)) {
    Shape perChannel(input.shape.size(), 1);
    perChannel[1] = result.shape[1];
    result = f("graph.add",
               {result, importer.reshape(importer.input(2), perChannel)});
  }
  return f.finish(result);
}

llvm::ArrayRef<OperatorRow> convTransposeOperators() {
  static constexpr OperatorRow rows[] = {
      {"ConvTranspose", 1, importConvTranspose}};
  return rows;
}

} // namespace glia::onnx_import
