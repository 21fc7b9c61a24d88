//===- Product.cpp - Matrix products into PSUM ----------------------------===//
//
// The dense fp32 case works on the rows where they lie. Threads take blocks of
// outputs, never of k.
//
//===----------------------------------------------------------------------===//
#include "Product.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

/// Work below which waking another thread costs more than it gains, in
/// multiply-adds; reading and writing PSUM counts as `psumSteps` steps of k.
static constexpr uint64_t smallestShare = 1 << 19, psumSteps = 16;

static constexpr unsigned group = numerics::PackedStationary::group;
static unsigned groupsOf(unsigned m) { return (m + group - 1) / group; }

void packStationary(Core &core, numerics::PackedStationary &packed,
                    Matrix matrix, unsigned m, unsigned k) {
  constexpr unsigned smallestMatrix = 1 << 13;
  packed.m = m;
  packed.k = k;
  unsigned groups = groupsOf(m),
           bands = m * k < smallestMatrix
                       ? 1
                       : std::min(core.threads.size(), groups);
  auto work = [&](unsigned band) {
    core.kernels.pack(packed, matrix.data, matrix.stride,
                      groups * band / bands * group,
                      std::min(groups * (band + 1) / bands * group, m));
  };
  core.threads.run(bands, work);
}

/// Output blocks for the threads: each has groups of m of its own, so that its
/// rows of PSUM stay in its cache from one k to the next (and where rows are
/// read out, partitions are cut the same way). Panels of n within them: a
/// thread that the host delays leaves its share to others.
static void multiply(Core &core, const numerics::PackedStationary &stationary,
                     Matrix moving, float *psum, ptrdiff_t psumStride,
                     unsigned n, bool accumulate) {
  unsigned m = stationary.m, groups = groupsOf(m), columns = n, bands = 1,
           threads = core.threads.size();
  if (threads > 1 &&
      uint64_t(m) * n * (stationary.k + psumSteps) >= smallestShare) {
    unsigned panel = core.kernels.matmulColumns,
             panels = (n + panel - 1) / panel;
    bands = std::min(threads, groups);
    unsigned wanted = std::min(panels, (4 * threads + bands - 1) / bands);
    columns = (panels + wanted - 1) / wanted * panel;
  }
  unsigned chunks = (n + columns - 1) / columns;
  auto work = [&](unsigned item) {
    unsigned band = item / chunks, from = item % chunks * columns,
             begin = groups * band / bands * group,
             end = std::min(groups * (band + 1) / bands * group, m);
    core.kernels.matmul(stationary, begin, end, moving.data + from,
                        moving.stride, psum + from, psumStride,
                        std::min(columns, n - from), n - from, accumulate);
  };
  core.threads.run(bands * chunks, work);
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
