//===- Product.cpp - Matrix products into PSUM ----------------------------===//
//
// The dense fp32 case works on the rows where they lie. Threads take blocks of
// outputs, never of k.
//
//===----------------------------------------------------------------------===//
#include "Product.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

/// Multiply-adds below which waking another thread costs more than it gains.
static constexpr uint64_t smallestShare = 1 << 18;

/// Output blocks for the threads: all of m by panels of n where there are
/// enough of them, else groups of m too. A few blocks a thread: one that the
/// host delays leaves its share to others.
static void multiply(Core &core, const numerics::PackedStationary &stationary,
                     Matrix moving, float *psum, ptrdiff_t psumStride,
                     unsigned n, bool accumulate) {
  constexpr unsigned group = numerics::PackedStationary::group;
  unsigned m = stationary.m, threads = core.threads.size(), columns = n,
           rows = m;
  if (threads > 1 && n > core.kernels.matmulColumns)
    columns = core.kernels.matmulColumns;
  unsigned panels = (n + columns - 1) / columns;
  if (panels < 2 * threads)
    rows = std::max(group, m / (4 * threads) / group * group);
  if (uint64_t(m) * n * stationary.k < smallestShare || threads == 1)
    columns = n, rows = m, panels = 1;
  auto work = [&](unsigned part) {
    unsigned from = part % panels * columns, begin = part / panels * rows;
    core.kernels.matmul(stationary, begin, std::min(begin + rows, m),
                        moving.data + from, moving.stride, psum + from,
                        psumStride, std::min(columns, n - from), accumulate);
  };
  core.threads.run((m + rows - 1) / rows * panels, work);
}

void multiplyInto(Core &core, const numerics::PackedStationary &stationary,
                  Matrix moving, const isa::OnChipOperand &destination,
                  bool accumulate, StoreRule rule) {
  unsigned m = destination.partitions,
           n = static_cast<unsigned>(destination.elementsPerPartition());
  if (isDenseF32(destination))
    return multiply(core, stationary, moving,
                    reinterpret_cast<float *>(core.start(destination)),
                    static_cast<ptrdiff_t>(core.psum.stride() / sizeof(float)),
                    n, accumulate);
  float *result = core.scratch<float>(2, uint64_t(m) * n);
  if (accumulate) {
    RowReader old(core, destination, {}, 3);
    for (unsigned p = 0; p < m; ++p)
      std::memcpy(result + size_t(p) * n, old.floats(p), n * sizeof(float));
  }
  multiply(core, stationary, moving, result, n, n, accumulate);
  RowWriter writer(core, destination, {}, 3, rule);
  for (unsigned p = 0; p < m; ++p)
    writer.commitFloats(p, result + size_t(p) * n);
}

llvm::Error stationaryMismatch(const numerics::PackedStationary *stationary,
                               unsigned k, unsigned m) {
  unsigned ownK = stationary ? stationary->k : 0,
           ownM = stationary ? stationary->m : 0;
  return makeError(ErrorCode::E3409,
                   "multiplies [" + llvm::Twine(k) + ", N] into [" +
                       llvm::Twine(m) + ", N] with a stationary matrix of [" +
                       llvm::Twine(ownK) + ", " + llvm::Twine(ownM) + "]");
}

} // namespace glia::interpreter
