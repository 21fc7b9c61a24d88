//===- Contract.cpp - Evaluates contract ----------------------------------===//
//
// The machine's order: one matmul per chunk of K, added in ascending order.
// Blocks over M and N only, which no sum crosses.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NumericOrder.h"

namespace glia::evaluator {

namespace {
/// An operand as [K, X], dense, for each of its own batch indices.
struct Matrices {
  std::vector<float> packed;
  const float *data;
  int64_t size;
};
} // namespace

/// `isTurned`: stored as [X, K].
static Matrices makeMatrices(const Tensor &operand, int64_t rows,
                             int64_t columns, bool isTurned) {
  Matrices matrices{{}, floats(operand), rows * columns};
  if (!isTurned)
    return matrices;
  int64_t count = product(llvm::ArrayRef<int64_t>(operand.shape).drop_back(2));
  matrices.packed.resize(count * matrices.size);
  for (int64_t i = 0; i < count; ++i)
    copyStrided(
        reinterpret_cast<uint8_t *>(matrices.packed.data() + i * matrices.size),
        {columns, 1},
        reinterpret_cast<const uint8_t *>(matrices.data + i * matrices.size),
        {1, rows}, {rows, columns}, sizeof(float));
  matrices.data = matrices.packed.data();
  return matrices;
}

void evaluateContract(graph::ContractOp op, Operands operands, Tensor &result,
                      const EvaluateOptions &options) {
  int64_t m = op.getM(), n = op.getN(), k = op.getK();
  Matrices lhs = makeMatrices(*operands[0], k, m, !op.getTransposeLhs());
  Matrices rhs = makeMatrices(*operands[1], k, n, op.getTransposeRhs());
  llvm::ArrayRef<int64_t> shape(result.shape), batch = shape.drop_back(2);
  Strides lhsStrides = broadcastStrides(
      llvm::ArrayRef<int64_t>(operands[0]->shape).drop_back(2), batch);
  Strides rhsStrides = broadcastStrides(
      llvm::ArrayRef<int64_t>(operands[1]->shape).drop_back(2), batch);
  llvm::SmallVector<graph::Piece> chunks = graph::contractionChunks(op);
  constexpr int64_t mBlock = 128, nBlock = 960;
  int64_t mBlocks = (m + mBlock - 1) / mBlock,
          nBlocks = (n + nBlock - 1) / nBlock;
  parallelFor(
      options.threads, product(batch) * mBlocks * nBlocks, [&](int64_t task) {
        int64_t n0 = task % nBlocks * nBlock,
                m0 = task / nBlocks % mBlocks * mBlock,
                index = task / nBlocks / mBlocks;
        int64_t lhsIndex = 0, rhsIndex = 0;
        for (int64_t d = int64_t(batch.size()) - 1, rest = index; d >= 0;
             rest /= batch[d--]) {
          lhsIndex += rest % batch[d] * lhsStrides[d];
          rhsIndex += rest % batch[d] * rhsStrides[d];
        }
        float *out = floats(result) + (index * m + m0) * n + n0;
        for (auto [i, chunk] : llvm::enumerate(chunks))
          numerics::matmulChunk(
              out, n, lhs.data + lhsIndex * lhs.size + chunk.offset * m + m0, m,
              rhs.data + rhsIndex * rhs.size + chunk.offset * n + n0, n,
              std::min(mBlock, m - m0), std::min(nBlock, n - n0), chunk.length,
              i > 0, options.simd);
      });
}

} // namespace glia::evaluator
