//===- DepthwiseKernel.cpp - Convolutions of single channels --------------===//
//
// A convolution with one input and one output channel a group has nothing to
// contract: on the Tensor engine it would use one row and one column of the
// array, a group at a time. With k_cut = 1 each of its products rounds, and
// then the sum is what Scalar and Vector do for 128 channels at once:
//
//   for images, for channels, at most 128:
//     for bands of output pixels whose input fits SBUF: padded input tile
//       for taps, in the op's numeric order:
//         product = fma(window, weight of the channel, +0)         (Scalar)
//         sum = sum + product                                      (Vector)
//       epilogue, store
//
//===----------------------------------------------------------------------===//
#include "DepthwiseKernel.h"
#include "Epilogue.h"
#include "WindowInput.h"
#include "dialects/Graph/NumericOrder.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

class DepthwiseKernel {
public:
  DepthwiseKernel(KernelBuilder &kernel, graph::FusionOp fusion)
      : kernel(kernel), op(cast<graph::ConvolutionOp>(fusion.getRoot())),
        epilogue(kernel, fusion),
        geometry(WindowGeometry::make(
            op.getInput().getType().getShape().drop_front(2),
            op.getResult().getType().getShape().drop_front(2),
            op.getWeight().getType().getShape().drop_front(2), op.getStrides(),
            op.getDilations(), op.getPads())),
        taps(graph::contractionChunks(op)),
        tapToDrop(kernel.chunkToDrop(taps.size())) {}

  LogicalResult lower();

private:
  LogicalResult lowerBand(int64_t image, int64_t channel, int64_t channels,
                          const OutputBand &band, Value weight);
  TileVariable loadWeight(int64_t channel, int64_t channels);
  /// What one tap adds for all channels and pixels of a band.
  TileVariable multiply(const TileVariable &input, const AccessPattern &window,
                        Value weight, unsigned tap, int64_t pixels);

  KernelBuilder &kernel;
  graph::ConvolutionOp op;
  Epilogue epilogue;
  WindowGeometry geometry;
  SmallVector<graph::ConvolutionChunk> taps;
  int64_t tapToDrop;
};

} // namespace

TileVariable DepthwiseKernel::loadWeight(int64_t channel, int64_t channels) {
  int64_t count = taps.size();
  TileVariable tile = kernel.sbuf(channels, count, kernel.builder.getF32Type());
  kernel.load(tile, AccessPattern::contiguous(channels, count),
              kernel.bufferOf(op.getWeight()),
              BufferPattern::strided(channel * count * 4,
                                     {{channels, count * 4}, {count, 4}}));
  return tile;
}

TileVariable DepthwiseKernel::multiply(const TileVariable &input,
                                       const AccessPattern &window,
                                       Value weight, unsigned tap,
                                       int64_t pixels) {
  TileVariable product =
      kernel.sbuf(window.partitions, pixels, kernel.builder.getF32Type());
  product.version = ActivateOp::create(
      kernel.builder, kernel.location(), product.type,
      isa::ActivationFunction::copy, input.version, window.merged(),
      ScalarSource::pointer(0, tap), ScalarSource::immediate(0),
      AccessPattern::contiguous(window.partitions, pixels), weight, Value(),
      Value(), -1, isa::Engine::scalar);
  return product;
}

LogicalResult DepthwiseKernel::lowerBand(int64_t image, int64_t channel,
                                         int64_t channels,
                                         const OutputBand &band, Value weight) {
  InputBox box = geometry.inputOf(band);
  int64_t pixels = band.rows * band.columns;
  TileVariable input = loadWindowInput(
      kernel, kernel.bufferOf(op.getInput()), geometry, band,
      image * op.getGroups() + channel, channels, /*padding=*/0);
  auto all = AccessPattern::contiguous(channels, pixels);
  TileVariable sum;
  for (auto [tap, at] : llvm::enumerate(taps)) {
    if (static_cast<int64_t>(tap) == tapToDrop)
      continue;
    auto window = AccessPattern::strided(
        channels,
        {{band.rows, geometry.stride[0] / box.rowStep * box.columns},
         {band.columns, geometry.stride[1]}},
        0,
        at.row * geometry.dilation[0] * box.columns +
            at.column * geometry.dilation[1]);
    TileVariable product = multiply(input, window, weight, tap, pixels);
    if (!sum.version) {
      sum = product;
      continue;
    }
    TileVariable next =
        kernel.sbuf(channels, pixels, kernel.builder.getF32Type());
    kernel.tensorTensor(next, all, sum.version, all, isa::AluOp::add,
                        product.version, all);
    sum = next;
  }
  LoopNest nest = sliceLoop(epilogue.nest(), 0, image, 1);
  removeLoop(nest, 0);
  nest = sliceLoop(nest, 0, channel, channels);
  if (geometry.isTwoDimensional)
    nest = sliceLoop(nest, 1, band.row, band.rows);
  nest = sliceLoop(nest, nest.loops() - 1, band.column, band.columns);
  return geometry.isTwoDimensional ? epilogue.emit(nest, sum, {band.columns, 1})
                                   : epilogue.emit(nest, sum, {1});
}

LogicalResult DepthwiseKernel::lower() {
  // The sum and a product or two that it waits for.
  int64_t budget = kernel.sbufBudget() / 2, perPixel = 4 * 4;
  SmallVector<OutputBand> bands = geometry.bands(
      budget, 4, perPixel + epilogue.bytesPerElement(), /*rowGrain=*/1);
  if (bands.empty())
    return emitUnsupported(op)
           << "expects the input of one output pixel to fit " << budget
           << " bytes of SBUF per partition";
  int64_t images = op.getInput().getType().getDimSize(0),
          channels = op.getGroups();
  for (int64_t channel = 0; channel < channels; channel += kernel.maxM()) {
    int64_t count = std::min(kernel.maxM(), channels - channel);
    TileVariable weight = loadWeight(channel, count);
    for (int64_t image = 0; image < images; ++image)
      for (const OutputBand &band : bands)
        if (failed(lowerBand(image, channel, count, band, weight)))
          return failure();
  }
  return success();
}

bool glia::isDepthwise(graph::ConvolutionOp op) {
  return op.getKCut() == 1 && op.getGroupChannels() == 1 &&
         op.getWeight().getType().getDimSize(0) ==
             static_cast<int64_t>(op.getGroups());
}

LogicalResult glia::lowerDepthwise(KernelBuilder &kernel,
                                   graph::FusionOp fusion) {
  return DepthwiseKernel(kernel, fusion).lower();
}
