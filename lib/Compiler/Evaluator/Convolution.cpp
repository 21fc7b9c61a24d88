//===- Convolution.cpp - Evaluates convolution ----------------------------===//
//
// The machine's order: for each chunk of the kernel one matmul of the packed
// weights with the pixels under it, padding as zeros. Blocks over pixels and
// output channels only, which no sum crosses.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NumericOrder.h"
#include <cstring>

namespace glia::evaluator {

namespace {

struct Geometry {
  explicit Geometry(graph::ConvolutionOp op);
  int64_t images, groups, channels, outputs; // of one group
  int64_t height, width, resultHeight, resultWidth, kernelHeight = 1,
                                                    kernelWidth;
  int64_t strideY = 1, strideX, padY = 0, padX, dilationY = 1, dilationX;
  llvm::SmallVector<graph::ConvolutionChunk> chunks;

  int64_t pixels() const { return resultHeight * resultWidth; }
  int64_t sumLength() const { return kernelHeight * kernelWidth * channels; }
  /// Each pixel of the result is the same one of the input.
  bool isPointwise() const {
    return kernelHeight * kernelWidth == 1 && strideX == 1 && strideY == 1 &&
           resultHeight == height && resultWidth == width && !padX && !padY;
  }
};

constexpr int64_t pixelBlock = 480;

} // namespace

// A 1-D convolution is one row of a 2-D one.
Geometry::Geometry(graph::ConvolutionOp op)
    : chunks(graph::contractionChunks(op)) {
  auto input = op.getInput().getType().getShape(),
       weight = op.getWeight().getType().getShape(),
       result = op.getResult().getType().getShape();
  bool is2D = op.getSpatialRank() == 2;
  images = input[0];
  groups = op.getGroups();
  channels = op.getGroupChannels();
  outputs = weight[0] / groups;
  height = is2D ? input[2] : 1;
  width = input.back();
  resultHeight = is2D ? result[2] : 1;
  resultWidth = result.back();
  kernelWidth = weight.back();
  strideX = op.getStrides().back();
  dilationX = op.getDilations().back();
  padX = op.getPads()[is2D ? 1 : 0];
  if (!is2D)
    return;
  kernelHeight = weight[2];
  strideY = op.getStrides()[0];
  dilationY = op.getDilations()[0];
  padY = op.getPads()[0];
}

/// [group][sum index in the op's order][output of the group]
static std::vector<float> packWeights(const Geometry &g, const float *weight) {
  std::vector<float> packed(g.groups * g.sumLength() * g.outputs);
  float *to = packed.data();
  for (int64_t group = 0; group < g.groups; ++group)
    for (const graph::ConvolutionChunk &chunk : g.chunks)
      for (int64_t tap = 0; tap < chunk.taps; ++tap)
        for (int64_t c = 0; c < chunk.channels; ++c)
          for (int64_t o = 0; o < g.outputs; ++o)
            *to++ = weight[(((group * g.outputs + o) * g.channels +
                             chunk.channel + c) *
                                g.kernelHeight +
                            chunk.row) *
                               g.kernelWidth +
                           chunk.column + tap];
  return packed;
}

/// The elements of one input plane under kernel position (row, column) for
/// result pixels [first, first + count).
static void packPixels(const Geometry &g, const float *plane, int64_t row,
                       int64_t column, int64_t first, int64_t count,
                       float *to) {
  for (int64_t end = first + count; first < end;) {
    int64_t y = first / g.resultWidth, x = first % g.resultWidth,
            length = std::min(end - first, g.resultWidth - x);
    int64_t inputY = y * g.strideY + row * g.dilationY - g.padY,
            inputX = x * g.strideX + column * g.dilationX - g.padX;
    if (inputY < 0 || inputY >= g.height) {
      std::memset(to, 0, length * sizeof(float));
    } else {
      const float *from = plane + inputY * g.width;
      for (int64_t i = 0; i < length; ++i) {
        int64_t position = inputX + i * g.strideX;
        to[i] = position < 0 || position >= g.width ? 0.0f : from[position];
      }
    }
    first += length;
    to += length;
  }
}

void evaluateConvolution(graph::ConvolutionOp op, Operands operands,
                         Tensor &result, const EvaluateOptions &options) {
  Geometry g(op);
  std::vector<float> weights = packWeights(g, floats(*operands[1]));
  int64_t plane = g.height * g.width, pixels = g.pixels(),
          blocks = (pixels + pixelBlock - 1) / pixelBlock;
  parallelFor(options.threads, g.images * g.groups * blocks, [&](int64_t task) {
    int64_t first = task % blocks * pixelBlock,
            count = std::min(pixelBlock, pixels - first),
            group = task / blocks % g.groups;
    int64_t image = task / blocks / g.groups;
    const float *input =
        floats(*operands[0]) + (image * g.groups + group) * g.channels * plane;
    const float *stationary =
        weights.data() + group * g.sumLength() * g.outputs;
    float *out = floats(result) +
                 (image * g.groups + group) * g.outputs * pixels + first;
    thread_local std::vector<float> packed(graph::contractionCut * pixelBlock);
    for (auto [i, chunk] : llvm::enumerate(g.chunks)) {
      const float *moving = packed.data();
      int64_t movingStride = count;
      if (g.isPointwise()) {
        moving = input + chunk.channel * plane + first;
        movingStride = plane;
      } else {
        for (int64_t tap = 0; tap < chunk.taps; ++tap)
          for (int64_t c = 0; c < chunk.channels; ++c)
            packPixels(g, input + (chunk.channel + c) * plane, chunk.row,
                       chunk.column + tap, first, count,
                       packed.data() + (tap * chunk.channels + c) * count);
      }
      numerics::matmulChunk(out, pixels, stationary, g.outputs, moving,
                            movingStride, g.outputs, count, chunk.length(),
                            i > 0, options.simd);
      stationary += chunk.length() * g.outputs;
    }
  });
}

} // namespace glia::evaluator
