//===- MultiplyMoving.cpp - Multiplies with the stationary matrix ---------===//
//
// The dense fp32 case works on the rows where they lie. Threads take blocks of
// rows and columns, never of k.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

namespace {
/// Rows at a fixed distance.
struct Matrix {
  const float *data;
  ptrdiff_t stride;
};
} // namespace

/// Multiply-adds below which waking another thread costs more than it gains.
static constexpr uint64_t smallestShare = 1 << 18;

static bool isDenseF32(const isa::OnChipOperand &operand) {
  return operand.type == ElementType::f32 && rowPattern(operand).isDense();
}

static Matrix movingMatrix(Core &core, const isa::OnChipOperand &moving,
                           unsigned n) {
  ptrdiff_t rowStride = static_cast<ptrdiff_t>(
      core.memory(moving.space).stride() / sizeof(float));
  if (isDenseF32(moving))
    return {reinterpret_cast<const float *>(core.start(moving)), rowStride};
  RowReader reader(core, moving, {}, 0);
  float *dense = core.scratch<float>(1, uint64_t(moving.partitions) * n);
  for (unsigned p = 0; p < moving.partitions; ++p)
    std::memcpy(dense + size_t(p) * n, reader.floats(p), n * sizeof(float));
  return {dense, static_cast<ptrdiff_t>(n)};
}

/// Output blocks for the threads: all of m by panels of n where there are
/// enough of them, else groups of m too. A few blocks a thread: one that the
/// host delays leaves its share to others.
static void multiply(Core &core, Matrix moving, float *psum,
                     ptrdiff_t psumStride, unsigned n, bool accumulate) {
  constexpr unsigned group = numerics::PackedStationary::group;
  unsigned m = core.stationary.m, threads = core.threads.size(), columns = n,
           rows = m;
  if (threads > 1 && n > core.kernels.matmulColumns)
    columns = core.kernels.matmulColumns;
  unsigned panels = (n + columns - 1) / columns;
  if (panels < 2 * threads)
    rows = std::max(group, m / (4 * threads) / group * group);
  if (uint64_t(m) * n * core.stationary.k < smallestShare || threads == 1)
    columns = n, rows = m, panels = 1;
  auto work = [&](unsigned part) {
    unsigned from = part % panels * columns, begin = part / panels * rows;
    core.kernels.matmul(core.stationary, begin, std::min(begin + rows, m),
                        moving.data + from, moving.stride, psum + from,
                        psumStride, std::min(columns, n - from), accumulate);
  };
  core.threads.run((m + rows - 1) / rows * panels, work);
}

llvm::Error execute(Core &core, const isa::MultiplyMoving &x) {
  unsigned m = x.destination.partitions,
           n = static_cast<unsigned>(x.moving.elementsPerPartition());
  if (core.stationary.k != x.moving.partitions || core.stationary.m != m)
    return makeError(ErrorCode::E3409,
                     "multiplies [" + llvm::Twine(x.moving.partitions) +
                         ", N] into [" + llvm::Twine(m) +
                         ", N] with a stationary matrix of [" +
                         llvm::Twine(core.stationary.k) + ", " +
                         llvm::Twine(core.stationary.m) + "]");
  Matrix moving = movingMatrix(core, x.moving, n);
  if (isDenseF32(x.destination)) {
    ptrdiff_t stride =
        static_cast<ptrdiff_t>(core.psum.stride() / sizeof(float));
    multiply(core, moving, reinterpret_cast<float *>(core.start(x.destination)),
             stride, n, x.accumulate);
    return llvm::Error::success();
  }
  float *result = core.scratch<float>(2, uint64_t(m) * n);
  if (x.accumulate) {
    RowReader old(core, x.destination, {}, 3);
    for (unsigned p = 0; p < m; ++p)
      std::memcpy(result + size_t(p) * n, old.floats(p), n * sizeof(float));
  }
  multiply(core, moving, result, n, n, x.accumulate);
  RowWriter writer(core, x.destination, {}, 3, storeRule(x));
  for (unsigned p = 0; p < m; ++p)
    writer.commitFloats(p, result + size_t(p) * n);
  return llvm::Error::success();
}

} // namespace glia::interpreter
