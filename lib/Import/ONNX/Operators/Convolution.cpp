//===- Convolution.cpp - Conv ---------------------------------------------===//
//
// The bias is an add of its own: fusing it again is phase `fused`'s decision.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"
#include "Spatial.h"

namespace glia::onnx_import {

/// The order of the sums. A depthwise convolution goes to engines that have no
/// sum of products: each product rounds.
static int64_t kCut(const Value &weight, int64_t groups) {
  bool isDepthwise =
      groups > 1 && weight.shape[1] == 1 && weight.shape[0] == groups;
  return isDepthwise ? 1 : 128;
}

static llvm::Error checkChannels(const NodeImporter &importer,
                                 const Value &input, const Value &weight,
                                 int64_t groups) {
  if (groups < 1 || input.shape[1] % groups != 0 ||
      weight.shape[0] % groups != 0)
    return importer.failAttribute(
        ErrorCode::E1009, "group",
        "is " + llvm::Twine(groups) + ", expects a divisor of " +
            llvm::Twine(input.shape[1]) + " input and " +
            llvm::Twine(weight.shape[0]) + " output channels");
  if (weight.shape[1] != input.shape[1] / groups)
    return importer.fail(ErrorCode::E1009,
                         "the weights have " + llvm::Twine(weight.shape[1]) +
                             " channels a group, expects " +
                             llvm::Twine(input.shape[1] / groups));
  return llvm::Error::success();
}

static llvm::Error importConv(NodeImporter &importer) {
  const Value &input = importer.input(0), &weight = importer.input(1);
  if (llvm::Error error = checkConvolutionRanks(importer, input, weight))
    return error;
  int64_t groups = importer.integer("group", 1);
  if (llvm::Error error = checkChannels(importer, input, weight, groups))
    return error;
  Shape kernel(llvm::ArrayRef(weight.shape).drop_front(2));
  if (std::optional<Shape> stated = importer.integers("kernel_shape");
      stated && *stated != kernel)
    return importer.failAttribute(ErrorCode::E1009, "kernel_shape",
                                  "is " + formatShape(*stated) + ", expects " +
                                      formatShape(kernel) +
                                      " as the weights are");
  llvm::Expected<Spatial> spatial = readSpatial(importer, input, kernel);
  if (!spatial)
    return spatial.takeError();
  Shape shape = {input.shape[0], weight.shape[0]};
  shape.append(spatial->outputs);
  // Without input channels each sum is empty.
  Value result =
      weight.shape[1] == 0 && input.type == ElementType::f32
          ? importer.broadcast(importer.constantFloat(0), shape)
          : importer.create<graph::ConvolutionOp>(
                input.type, shape, importer.ssa(input), importer.ssa(weight),
                spatial->strides, spatial->pads, spatial->dilations, groups,
                kCut(weight, groups));
  if (importer.has(2)) {
    const Value &bias = importer.input(2);
    if (llvm::ArrayRef<int64_t>(bias.shape) !=
        llvm::ArrayRef<int64_t>(weight.shape[0]))
      return importer.fail(ErrorCode::E1009,
                           "the bias has the shape " + formatShape(bias.shape) +
                               ", expects " + llvm::Twine(weight.shape[0]));
    Shape spread(input.shape.size(), 1);
    spread[1] = bias.shape[0];
    llvm::Expected<Value> sum = importer.elementwise(
        "graph.add", result.type, {result, importer.reshape(bias, spread)});
    if (!sum)
      return sum.takeError();
    result = *sum;
  }
  importer.setOutput(0, result);
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> convolutionOperators() {
  static constexpr OperatorRow rows[] = {{"Conv", 1, importConv}};
  return rows;
}

} // namespace glia::onnx_import
