//===- LoopNest.h - Loops over strided operands ---------------------------===//
//
// The arithmetic that the kernels share: a nest of static loops in which each
// operand is an offset and a stride per loop. Kernels drop and merge loops
// (fewer access pattern pairs, longer contiguous runs), cut them to the limits
// of tiles, and read each operand's access pattern off what is left. No IR.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_LOOPNEST_H
#define GLIA_CONVERSION_GRAPHTOTILE_LOOPNEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace glia {

using Sizes = llvm::SmallVector<int64_t, 6>;

/// Elements of a dense tensor; 1 for a scalar.
int64_t elementCount(llvm::ArrayRef<int64_t> shape);
Sizes rowMajorStrides(llvm::ArrayRef<int64_t> shape);
/// Strides of a row-major tensor of `shape` read in the loops of the shape
/// `result` under numpy broadcasting: 0 where it repeats.
Sizes broadcastStrides(llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<int64_t> result);

struct LoopNest {
  /// What one operand adds to its address, in elements.
  struct Operand {
    int64_t offset = 0;
    Sizes strides; // one per loop
    bool operator==(const Operand &) const = default;
  };
  Sizes extents; // outermost first
  llvm::SmallVector<Operand, 4> operands;

  unsigned loops() const { return extents.size(); }
  int64_t iterations() const { return elementCount(extents); }
  /// False where the operand is broadcast along `loop`.
  bool varies(unsigned operand, unsigned loop) const {
    return operands[operand].strides[loop] != 0;
  }

  bool operator==(const LoopNest &) const = default;
  void addLoop(int64_t extent, llvm::ArrayRef<int64_t> strides);
};

/// A nest over the loops of `result`, with one row-major operand per shape.
LoopNest makeBroadcastNest(llvm::ArrayRef<int64_t> result,
                           llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// Drops loops of one trip and merges neighbours that every operand walks as
/// one loop. The order of iterations stays. A scalar nest has no loop left.
LoopNest collapse(const LoopNest &nest);

/// Collapses inside each group of neighbouring loops only: group i is the next
/// `groupSizes[i]` loops; on return it holds how many are left of each.
LoopNest collapseGroups(const LoopNest &nest,
                        llvm::MutableArrayRef<unsigned> groupSizes);

/// `loop` becomes two: extent / inner trips outside, `inner` inside.
void splitLoop(LoopNest &nest, unsigned loop, int64_t inner);
/// Iterations [begin, begin + size) of `loop`.
LoopNest sliceLoop(const LoopNest &nest, unsigned loop, int64_t begin,
                   int64_t size);
/// The nest with `loop` moved before all others.
LoopNest moveLoopToFront(const LoopNest &nest, unsigned loop);
void removeLoop(LoopNest &nest, unsigned loop);

/// Calls `body` with the nest of the loops from `outer` on, once per iteration
/// of the `outer` outermost loops, in order.
void forEachOuter(const LoopNest &nest, unsigned outer,
                  llvm::function_ref<void(const LoopNest &)> body);
/// Calls `body` for slices of at most `size` trips of `loop`, in order.
void forEachSlice(const LoopNest &nest, unsigned loop, int64_t size,
                  llvm::function_ref<void(const LoopNest &)> body);
/// Cuts the iterations [begin, begin + size), counted in row-major order over
/// all loops, into nests with the same loops, ascending.
void forEachBoxOfRange(const LoopNest &nest, int64_t begin, int64_t size,
                       llvm::function_ref<void(const LoopNest &)> body);

/// The smallest divisor of `n` that is >= `least` (<= n).
int64_t smallestDivisor(int64_t n, int64_t least);

} // namespace glia

#endif
