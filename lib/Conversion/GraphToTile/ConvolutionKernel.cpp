//===- ConvolutionKernel.cpp - Convolutions -------------------------------===//
//
// Output channels (M) on partitions, pixels (N) along them. The input stands
// in a padded tile with the channels on partitions; where a chunk has several
// taps, the tile holds several copies of the input, copy t shifted by t taps,
// so that one matmul sees all taps of the chunk. Strides and dilations are in
// the access patterns.
//
//   for bands of output pixels whose input fits SBUF:      padded input tiles
//     for output channels, at most 128:                    weight tiles
//       for blocks of at most 512 pixels, whole rows:      one PSUM tile
//         psum = sum over chunks, in the op's numeric order
//         epilogue, store
//
// If the weights do not all fit beside a band, the loops over bands and over
// output channels change places.
//
//===----------------------------------------------------------------------===//
#include "DepthwiseKernel.h"
#include "Epilogue.h"
#include "WindowGeometry.h"
#include "dialects/Graph/NumericOrder.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

struct ConvolutionShape : WindowGeometry {
  explicit ConvolutionShape(graph::ConvolutionOp op);
  int64_t images, inputChannels, groups;
  int64_t channels, groupOutputs; // of one group
  int64_t channelBlock;           // channels in one input tile
};

class ConvolutionKernel {
public:
  ConvolutionKernel(KernelBuilder &kernel, graph::FusionOp fusion)
      : kernel(kernel), op(cast<graph::ConvolutionOp>(fusion.getRoot())),
        epilogue(kernel, fusion), shape(op),
        chunks(graph::contractionChunks(op)),
        type(op.getInput().getType().getElementType()),
        bytes(elementBytes(type)),
        chunkToDrop(kernel.chunkToDrop(chunks.size())) {}

  LogicalResult lower();

private:
  struct Weight {
    int64_t m; // first output channel in the tile
    TileVariable tile;
  };

  void planWeights();
  LogicalResult lowerGroup(int64_t group);
  LogicalResult lowerBand(int64_t group, int64_t image, const OutputBand &band,
                          int64_t m, int64_t rows);
  LogicalResult lowerBlock(int64_t group, int64_t image, const OutputBand &band,
                           const OutputBand &block, int64_t m, int64_t rows);
  Weight loadWeight(int64_t group, const graph::ConvolutionChunk &chunk,
                    int64_t m, int64_t width);
  const Weight &weight(int64_t group, int64_t c, int64_t m, int64_t rows);
  void loadInput(int64_t group, int64_t image, const OutputBand &band);
  TileVariable loadChannels(int64_t channel, int64_t channels, int64_t image,
                            const OutputBand &band);

  KernelBuilder &kernel;
  graph::ConvolutionOp op;
  Epilogue epilogue;
  ConvolutionShape shape;
  SmallVector<graph::ConvolutionChunk> chunks;
  Type type;     // of input and weight
  int64_t bytes; // of one element
  int64_t chunkToDrop;

  // The weight in HBM, strides in elements.
  Value weightBuffer;
  int64_t rowStride = 0, columnStride = 0, channelStride = 0, outputStride = 0;
  bool weightsResident = false, weightsPerM = false;

  // What is on chip now.
  SmallVector<std::optional<Weight>> weights; // per chunk
  SmallVector<TileVariable> input;            // per block of 128 channels
};

} // namespace

ConvolutionShape::ConvolutionShape(graph::ConvolutionOp op)
    : WindowGeometry(WindowGeometry::make(
          op.getInput().getType().getShape().drop_front(2),
          op.getResult().getType().getShape().drop_front(2),
          op.getWeight().getType().getShape().drop_front(2), op.getStrides(),
          op.getDilations(), op.getPads())) {
  images = op.getInput().getType().getDimSize(0);
  inputChannels = op.getInput().getType().getDimSize(1);
  groups = op.getGroups();
  channels = op.getGroupChannels();
  groupOutputs = op.getWeight().getType().getDimSize(0) / groups;
  int64_t cut = op.getKCut();
  channelBlock = std::clamp<int64_t>(channels, 1, cut);
  copies = std::min(kernel[1], cut / channelBlock);
}

/// A constant weight is packed as [kernel row, kernel column, channel, output
/// channel], so that a chunk is one range of rows.
void ConvolutionKernel::planWeights() {
  int64_t outputs = op.getWeight().getType().getDimSize(0),
          channels = shape.channels;
  std::optional<ConstantStore::Id> id = kernel.constantId(op.getWeight());
  if (id && kernel.constants()) {
    ConstantStore &store = *kernel.constants();
    ConstantStore::Id shaped =
        store.derive(*id, ReshapeStep{Shape{outputs, channels, shape.kernel[0],
                                            shape.kernel[1]}});
    weightBuffer = kernel.constantBuffer(
        store.derive(shaped, TransposeStep{{2, 3, 1, 0}}));
    outputStride = 1;
    channelStride = outputs;
    columnStride = channels * outputs;
    rowStride = shape.kernel[1] * columnStride;
  } else {
    weightBuffer = kernel.bufferOf(op.getWeight());
    columnStride = 1;
    rowStride = shape.kernel[1];
    channelStride = shape.kernel[0] * rowStride;
    outputStride = channels * channelStride;
  }
  int64_t perColumn = static_cast<int64_t>(chunks.size()) * bytes;
  weightsResident = perColumn * shape.groupOutputs <= kernel.sbufBudget() / 2;
  weightsPerM = perColumn * std::min(shape.groupOutputs, kernel.maxM()) <=
                kernel.sbufBudget() / 2;
  weights.resize(chunks.size());
}

ConvolutionKernel::Weight
ConvolutionKernel::loadWeight(int64_t group,
                              const graph::ConvolutionChunk &chunk, int64_t m,
                              int64_t width) {
  Weight weight{m, kernel.sbuf(chunk.length(), width, type)};
  int64_t offset = chunk.row * rowStride + chunk.column * columnStride +
                   chunk.channel * channelStride +
                   (group * shape.groupOutputs + m) * outputStride;
  if (chunk.taps == 1 || columnStride == chunk.channels * channelStride) {
    kernel.load(
        weight.tile, AccessPattern::contiguous(chunk.length(), width),
        weightBuffer,
        BufferPattern::strided(offset * bytes,
                               {{chunk.length(), channelStride * bytes},
                                {width, outputStride * bytes}}));
    return weight;
  }
  for (int64_t tap = 0; tap < chunk.taps; ++tap)
    kernel.load(
        weight.tile,
        AccessPattern::contiguous(chunk.channels, width, tap * chunk.channels),
        weightBuffer,
        BufferPattern::strided(
            (offset + tap * columnStride) * bytes,
            {{chunk.channels, channelStride * bytes},
             {width, outputStride * bytes}}));
  return weight;
}

const ConvolutionKernel::Weight &
ConvolutionKernel::weight(int64_t group, int64_t c, int64_t m, int64_t rows) {
  std::optional<Weight> &entry = weights[c];
  if (!entry)
    entry = weightsResident
                ? loadWeight(group, chunks[c], 0, shape.groupOutputs)
                : loadWeight(group, chunks[c], m, rows);
  return *entry;
}

/// The padded input of `band` for channels [channel, channel + channels) of
/// all: shape.copies copies, copy t shifted left by t taps.
TileVariable ConvolutionKernel::loadChannels(int64_t channel, int64_t channels,
                                             int64_t image,
                                             const OutputBand &band) {
  InputBox box = shape.inputOf(band);
  TileVariable tile =
      kernel.sbuf(shape.copies * channels, box.rows * box.columns, type);
  for (const TileRectangle &border : shape.borders(box))
    kernel.memset(tile,
                  AccessPattern::strided(
                      shape.copies * channels,
                      {{border.rows, box.columns}, {border.columns, 1}}, 0,
                      border.row * box.columns + border.column),
                  0);
  int64_t height = shape.input[0], width = shape.input[1];
  for (int64_t copy = 0; copy < shape.copies; ++copy) {
    TileRectangle inside = shape.interior(box, copy);
    if (inside.rows <= 0 || inside.columns <= 0)
      continue;
    int64_t row = box.firstRow + inside.row * box.rowStep - shape.padBegin[0];
    int64_t column = box.firstColumn + inside.column +
                     copy * shape.dilation[1] - shape.padBegin[1];
    int64_t first =
        ((image * shape.inputChannels + channel) * height + row) * width +
        column;
    kernel.load(tile,
                AccessPattern::strided(
                    channels, {{inside.rows, box.columns}, {inside.columns, 1}},
                    copy * channels, inside.row * box.columns + inside.column),
                kernel.bufferOf(op.getInput()),
                BufferPattern::strided(
                    first * bytes,
                    {{channels, height * width * bytes},
                     {inside.rows, box.rowStep * width * bytes},
                     {inside.columns, bytes}}));
  }
  return tile;
}

void ConvolutionKernel::loadInput(int64_t group, int64_t image,
                                  const OutputBand &band) {
  input.clear();
  for (int64_t channel = 0; channel < shape.channels;
       channel += shape.channelBlock)
    input.push_back(loadChannels(
        group * shape.channels + channel,
        std::min(shape.channelBlock, shape.channels - channel), image, band));
}

/// One PSUM tile: output channels [m, m + rows) of the group, the pixels of
/// `block`, which lies in the loaded `band`.
LogicalResult ConvolutionKernel::lowerBlock(int64_t group, int64_t image,
                                            const OutputBand &band,
                                            const OutputBand &block, int64_t m,
                                            int64_t rows) {
  InputBox box = shape.inputOf(band);
  int64_t pixels = block.rows * block.columns;
  TileVariable sum = kernel.psum(rows, pixels);
  for (int64_t c = 0, count = chunks.size(); c < count; ++c) {
    if (c == chunkToDrop)
      continue;
    const graph::ConvolutionChunk &chunk = chunks[c];
    const Weight &stationary = weight(group, c, m, rows);
    int64_t rowPitch = shape.stride[0] / box.rowStep * box.columns,
            columnPitch = shape.stride[1];
    int64_t offset = (block.row - band.row) * rowPitch +
                     chunk.row * shape.dilation[0] * box.columns +
                     (block.column - band.column) * columnPitch +
                     chunk.column * shape.dilation[1];
    kernel.matmul(
        sum, AccessPattern::contiguous(rows, pixels), stationary.tile,
        AccessPattern::contiguous(chunk.length(), rows, 0, m - stationary.m),
        input[chunk.channel / shape.channelBlock],
        AccessPattern::strided(
            chunk.length(),
            {{block.rows, rowPitch}, {block.columns, columnPitch}}, 0, offset),
        /*accumulate=*/sum.version != nullptr);
    if (!weightsPerM && !weightsResident)
      weights[c].reset();
  }
  LoopNest nest = sliceLoop(epilogue.nest(), 0, image, 1);
  removeLoop(nest, 0);
  nest = sliceLoop(nest, 0, group * shape.groupOutputs + m, rows);
  if (shape.isTwoDimensional)
    nest = sliceLoop(nest, 1, block.row, block.rows);
  nest = sliceLoop(nest, nest.loops() - 1, block.column, block.columns);
  return shape.isTwoDimensional ? epilogue.emit(nest, sum, {block.columns, 1})
                                : epilogue.emit(nest, sum, {1});
}

LogicalResult ConvolutionKernel::lowerBand(int64_t group, int64_t image,
                                           const OutputBand &band, int64_t m,
                                           int64_t rows) {
  int64_t columns = std::min(band.columns, kernel.maxN());
  int64_t blockRows = std::max<int64_t>(1, kernel.maxN() / columns);
  for (int64_t row = 0; row < band.rows; row += blockRows)
    for (int64_t column = 0; column < band.columns; column += columns) {
      OutputBand block{band.row + row, std::min(blockRows, band.rows - row),
                       band.column + column,
                       std::min(columns, band.columns - column)};
      if (failed(lowerBlock(group, image, band, block, m, rows)))
        return failure();
    }
  return success();
}

LogicalResult ConvolutionKernel::lowerGroup(int64_t group) {
  int64_t blocks = llvm::divideCeil(shape.channels, shape.channelBlock),
          budget = kernel.sbufBudget() / 2;
  SmallVector<OutputBand> bands =
      shape.bands(budget, blocks * bytes, 0,
                  std::max<int64_t>(1, kernel.maxN() / shape.output[1]));
  if (bands.empty())
    return emitUnsupported(op)
           << "expects the input of one output pixel to fit " << budget
           << " bytes of SBUF per partition";
  auto forgetWeights = [&] {
    llvm::for_each(weights,
                   [](std::optional<Weight> &entry) { entry.reset(); });
  };
  auto forEachM = [&](llvm::function_ref<LogicalResult(int64_t, int64_t)> body)
      -> LogicalResult {
    for (int64_t m = 0; m < shape.groupOutputs; m += kernel.maxM()) {
      if (!weightsResident)
        forgetWeights();
      if (failed(body(m, std::min(kernel.maxM(), shape.groupOutputs - m))))
        return failure();
    }
    return success();
  };
  auto forEachBand =
      [&](llvm::function_ref<LogicalResult(int64_t, const OutputBand &)> body)
      -> LogicalResult {
    for (int64_t image = 0; image < shape.images; ++image)
      for (const OutputBand &band : bands) {
        loadInput(group, image, band);
        if (failed(body(image, band)))
          return failure();
      }
    return success();
  };
  forgetWeights();
  if (weightsResident || bands.size() == 1)
    return forEachBand([&](int64_t image, const OutputBand &band) {
      return forEachM([&](int64_t m, int64_t rows) {
        return lowerBand(group, image, band, m, rows);
      });
    });
  return forEachM([&](int64_t m, int64_t rows) {
    return forEachBand([&](int64_t image, const OutputBand &band) {
      return lowerBand(group, image, band, m, rows);
    });
  });
}

LogicalResult ConvolutionKernel::lower() {
  if (elementCount(op.getResult().getType().getShape()) == 0)
    return success();
  if (shape.channels == 0)
    return emitUnsupported(op) << "expects at least one input channel";
  planWeights();
  for (int64_t group = 0; group < shape.groups; ++group)
    if (failed(lowerGroup(group)))
      return failure();
  return success();
}

LogicalResult glia::lowerConvolution(KernelBuilder &kernel,
                                     graph::FusionOp fusion) {
  auto op = cast<graph::ConvolutionOp>(fusion.getRoot());
  bool onVector = isDepthwise(op);
  if (failed(checkRoot(fusion, /*mayBeNarrow=*/!onVector)))
    return failure();
  if (onVector && elementCount(op.getResult().getType().getShape()) != 0)
    return lowerDepthwise(kernel, fusion);
  return ConvolutionKernel(kernel, fusion).lower();
}
