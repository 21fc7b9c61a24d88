//===- ContractKernel.cpp - Matrix products -------------------------------===//
//
// Rows of the result (M) on partitions, columns (N) along them. Both operands
// come as panels: for each chunk of K a tile [k, x] with K on partitions. An
// operand that is stored the other way round goes through the Tensor engine's
// transpose, or, a constant, is transposed where the object is written.
//
//   for columns that fit SBUF for all of K:      rhs panel, loaded once
//     for rows, at most 128:                     lhs panel
//       for columns, at most 512:                one PSUM tile
//         psum = sum over chunks, ascending      the op's numeric order
//         epilogue, store
//
//===----------------------------------------------------------------------===//
#include "Epilogue.h"
#include "dialects/Graph/NumericOrder.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

/// An operand as a matrix [K, X] in HBM; offset and strides in elements.
struct Matrix {
  Value buffer;
  int64_t offset, kStride, xStride, extent /*of X*/;
};

/// Tiles [k, width] of neighbouring chunks, columns [x, x + width).
struct Panel {
  int64_t x, firstChunk;
  SmallVector<TileVariable, 8> tiles;
  const TileVariable &chunk(int64_t c) const { return tiles[c - firstChunk]; }
};

class ContractKernel {
public:
  ContractKernel(KernelBuilder &kernel, graph::FusionOp fusion)
      : kernel(kernel), op(cast<graph::ContractOp>(fusion.getRoot())),
        epilogue(kernel, fusion), chunks(graph::contractionChunks(op)),
        type(op.getLhs().getType().getElementType()),
        bytes(elementBytes(type)),
        chunkToDrop(kernel.chunkToDrop(chunks.size())) {}

  LogicalResult lower();

private:
  LogicalResult lowerProduct(const Matrix &lhs, const Matrix &rhs,
                             const LoopNest &nest);
  LogicalResult lowerTile(const Matrix &lhs, const Matrix &rhs,
                          const Panel *lhsPanel, const Panel *rhsPanel,
                          int64_t m, int64_t n, const LoopNest &nest);
  Matrix matrix(Value operand, bool kIsLast) const;
  Panel panel(const Matrix &matrix, int64_t x, int64_t width,
              int64_t firstChunk, int64_t count);
  void loadTransposed(const Matrix &matrix, Panel &panel, int64_t x,
                      int64_t width);
  int64_t panelBytes(int64_t width) const {
    return static_cast<int64_t>(chunks.size()) * width * bytes;
  }
  int64_t depth() const {
    return chunks.empty() ? 0 : chunks.back().offset + chunks.back().length;
  }

  KernelBuilder &kernel;
  graph::ContractOp op;
  Epilogue epilogue;
  SmallVector<graph::Piece> chunks;
  Type type;     // of both operands
  int64_t bytes; // of one element
  int64_t chunkToDrop;
};

} // namespace

/// `kIsLast`: the last dimension is K. A constant of that form gets a
/// transposed copy in the object, unless X is a single column.
Matrix ContractKernel::matrix(Value operand, bool kIsLast) const {
  auto type = cast<RankedTensorType>(operand.getType());
  unsigned rank = type.getRank();
  int64_t k = type.getDimSize(kIsLast ? rank - 1 : rank - 2),
          x = type.getDimSize(kIsLast ? rank - 2 : rank - 1);
  std::optional<ConstantStore::Id> id = kernel.constantId(operand);
  if (kIsLast && id && kernel.constants() && x > 1) {
    ConstantStore &store = *kernel.constants();
    ConstantStore::Id shaped =
        store.derive(*id, ReshapeStep{Shape(type.getShape())});
    TransposeStep swap;
    for (unsigned i = 0; i < rank; ++i)
      swap.permutation.push_back(i);
    std::swap(swap.permutation[rank - 1], swap.permutation[rank - 2]);
    return {kernel.constantBuffer(store.derive(shaped, swap)), 0, x, 1, x};
  }
  return {kernel.bufferOf(operand), 0, kIsLast ? 1 : x, kIsLast ? k : 1, x};
}

/// Loads rows [x, x + width) of a matrix whose K is contiguous, and turns them
/// into the panel's tiles.
void ContractKernel::loadTransposed(const Matrix &matrix, Panel &panel,
                                    int64_t x, int64_t width) {
  constexpr int64_t chunksPerLoad = 64;
  int64_t count = panel.tiles.size();
  for (int64_t first = 0; first < count; first += chunksPerLoad) {
    int64_t last = std::min(first + chunksPerLoad, count) - 1;
    int64_t begin = chunks[panel.firstChunk + first].offset;
    int64_t length = chunks[panel.firstChunk + last].offset +
                     chunks[panel.firstChunk + last].length - begin;
    TileVariable rows = kernel.sbuf(width, length, type);
    kernel.load(
        rows, AccessPattern::contiguous(width, length), matrix.buffer,
        BufferPattern::strided(
            (matrix.offset + x * matrix.xStride + begin) * bytes,
            {{width, matrix.xStride * bytes}, {length, bytes}}));
    // The Tensor engine turns 16 and 32 bits; what fp8 holds, bf16 does.
    Type turnedType = type;
    if (bytes == 1) {
      turnedType = kernel.builder.getBF16Type();
      TileVariable wide = kernel.sbuf(width, length, turnedType);
      kernel.copy(wide, AccessPattern::contiguous(width, length), rows,
                  AccessPattern::contiguous(width, length));
      rows = wide;
    }
    for (int64_t c = first; c <= last; ++c) {
      const graph::Piece &chunk = chunks[panel.firstChunk + c];
      TileVariable turned = kernel.psum(chunk.length, width, turnedType);
      auto whole = AccessPattern::contiguous(chunk.length, width);
      kernel.transpose(turned, whole, rows,
                       AccessPattern::contiguous(width, chunk.length, 0,
                                                 chunk.offset - begin));
      kernel.copy(
          panel.tiles[c],
          AccessPattern::contiguous(chunk.length, width, 0, x - panel.x),
          turned, whole, isa::Engine::scalar); // Vector has the epilogues
    }
  }
}

Panel ContractKernel::panel(const Matrix &matrix, int64_t x, int64_t width,
                            int64_t firstChunk, int64_t count) {
  Panel panel{x, firstChunk, {}};
  for (int64_t c = firstChunk; c < firstChunk + count; ++c)
    panel.tiles.push_back(
        kernel.sbuf(chunks[c].length, width, type));
  if (matrix.xStride != 1 && matrix.extent != 1) {
    for (int64_t begin = 0; begin < width; begin += 128)
      loadTransposed(matrix, panel, x + begin,
                     std::min<int64_t>(128, width - begin));
    return panel;
  }
  for (auto [i, tile] : llvm::enumerate(panel.tiles)) {
    const graph::Piece &chunk = chunks[firstChunk + i];
    kernel.load(tile, AccessPattern::contiguous(chunk.length, width),
                matrix.buffer,
                BufferPattern::strided(
                    (matrix.offset + chunk.offset * matrix.kStride +
                     x * matrix.xStride) *
                        bytes,
                    {{chunk.length, matrix.kStride * bytes}, {width, bytes}}));
  }
  return panel;
}

/// One PSUM tile: rows [m, m + nest.extents[0]), columns [n, n +
/// nest.extents[1]).
LogicalResult ContractKernel::lowerTile(const Matrix &lhs, const Matrix &rhs,
                                        const Panel *lhsPanel,
                                        const Panel *rhsPanel, int64_t m,
                                        int64_t n, const LoopNest &nest) {
  int64_t rows = nest.extents[0], columns = nest.extents[1];
  auto whole = AccessPattern::contiguous(rows, columns);
  if (chunks.empty()) {
    TileVariable zero = kernel.sbuf(rows, columns, kernel.builder.getF32Type());
    kernel.memset(zero, whole, 0);
    return epilogue.emit(nest, zero, {1});
  }
  TileVariable sum = kernel.psum(rows, columns);
  for (int64_t c = 0, count = chunks.size(); c < count; ++c) {
    if (c == chunkToDrop)
      continue;
    Panel lhsChunk, rhsChunk;
    if (!lhsPanel)
      lhsChunk = panel(lhs, m, rows, c, 1);
    if (!rhsPanel)
      rhsChunk = panel(rhs, n, columns, c, 1);
    const Panel &stationary = lhsPanel ? *lhsPanel : lhsChunk,
                &moving = rhsPanel ? *rhsPanel : rhsChunk;
    kernel.matmul(
        sum, whole, stationary.chunk(c),
        AccessPattern::contiguous(chunks[c].length, rows, 0, m - stationary.x),
        moving.chunk(c),
        AccessPattern::contiguous(chunks[c].length, columns, 0, n - moving.x),
        /*accumulate=*/sum.version != nullptr);
  }
  return epilogue.emit(nest, sum, {1});
}

/// One product. `nest` has two loops: the rows and the columns of the result.
LogicalResult ContractKernel::lowerProduct(const Matrix &lhs, const Matrix &rhs,
                                           const LoopNest &nest) {
  int64_t rows = nest.extents[0], columns = nest.extents[1];
  int64_t maxM = kernel.maxM(), maxN = kernel.maxN(), count = chunks.size();
  int64_t budget = kernel.sbufBudget();
  // Half of the budget for rhs panels, a quarter for lhs panels; what does not
  // fit streams chunk by chunk.
  int64_t fitting = count ? budget / 2 / (count * bytes) / maxN * maxN : columns;
  int64_t panelColumns = std::min(columns, std::max(fitting, maxN));
  bool keepRhs = count && panelBytes(panelColumns) <= budget / 2;
  bool keepLhs = count && panelBytes(std::min(rows, maxM)) <= budget / 4;
  bool keepAllLhs = keepLhs && panelBytes(rows) <= budget / 4;

  SmallVector<std::optional<Panel>> lhsPanels(llvm::divideCeil(rows, maxM));
  for (int64_t n = 0; n < columns; n += panelColumns) {
    int64_t width = std::min(panelColumns, columns - n);
    std::optional<Panel> rhsPanel;
    if (keepRhs)
      rhsPanel = panel(rhs, n, width, 0, count);
    for (int64_t m = 0; m < rows; m += maxM) {
      std::optional<Panel> &lhsPanel = lhsPanels[m / maxM];
      if (keepLhs && !lhsPanel)
        lhsPanel = panel(lhs, m, std::min(maxM, rows - m), 0, count);
      LoopNest rowNest = sliceLoop(nest, 0, m, std::min(maxM, rows - m));
      for (int64_t i = n; i < n + width; i += maxN) {
        LoopNest tileNest =
            sliceLoop(rowNest, 1, i, std::min(maxN, n + width - i));
        if (failed(lowerTile(lhs, rhs, lhsPanel ? &*lhsPanel : nullptr,
                             rhsPanel ? &*rhsPanel : nullptr, m, i, tileNest)))
          return failure();
      }
      if (!keepAllLhs)
        lhsPanel.reset();
    }
  }
  return success();
}

/// The batch dimensions and the rows of the result as one loop, if all values
/// of the fusion walk them so.
static std::optional<LoopNest> flattenRows(LoopNest nest) {
  unsigned groups[] = {nest.loops() - 1, 1};
  int64_t columns = nest.extents.back();
  LoopNest flat = collapseGroups(nest, groups);
  if (groups[0] > 1)
    return std::nullopt;
  Sizes none(flat.operands.size(), 0);
  if (groups[1] == 0)
    flat.addLoop(columns, none);
  if (groups[0] == 0) {
    flat.addLoop(1, none);
    flat = moveLoopToFront(flat, flat.loops() - 1);
  }
  return flat;
}

LogicalResult ContractKernel::lower() {
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  if (elementCount(shape) == 0)
    return success();
  Matrix lhs = matrix(op.getLhs(), !op.getTransposeLhs()),
         rhs = matrix(op.getRhs(), op.getTransposeRhs());
  LoopNest nest = epilogue.nest();

  ArrayRef<int64_t> lhsBatch = op.getLhs().getType().getShape().drop_back(2),
                    rhsBatch = op.getRhs().getType().getShape().drop_back(2);
  // One rhs for all products, rows of lhs one after the other in memory: one
  // tall product.
  if (elementCount(rhsBatch) == 1 && lhs.kStride == 1 &&
      lhs.xStride == op.getK()) {
    if (std::optional<LoopNest> flat = flattenRows(nest)) {
      lhs.extent = flat->extents[0];
      return lowerProduct(lhs, rhs, *flat);
    }
  }

  ArrayRef<int64_t> batch = shape.drop_back(2);
  LoopNest matrices =
      makeBroadcastNest(batch, {lhsBatch, rhsBatch}); // counts whole matrices
  LogicalResult result = success();
  auto lowerOne = [&](const LoopNest &product) {
    if (failed(result))
      return;
    // The last two operands are the matrix numbers of this product.
    unsigned values = product.operands.size() - 2;
    Matrix left = lhs, right = rhs;
    left.offset += product.operands[values].offset * op.getM() * op.getK();
    right.offset += product.operands[values + 1].offset * op.getK() * op.getN();
    LoopNest own = product;
    own.operands.truncate(values);
    result = lowerProduct(left, right, own);
  };
  for (LoopNest::Operand &operand : matrices.operands) {
    operand.strides.append(2, 0);
    nest.operands.push_back(operand);
  }
  forEachOuter(nest, batch.size(), lowerOne);
  return result;
}

LogicalResult glia::lowerContract(KernelBuilder &kernel,
                                  graph::FusionOp fusion) {
  if (failed(checkRoot(fusion, /*mayBeNarrow=*/true)))
    return failure();
  return ContractKernel(kernel, fusion).lower();
}
