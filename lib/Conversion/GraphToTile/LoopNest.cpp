//===- LoopNest.cpp - Loops over strided operands -------------------------===//
//
// See LoopNest.h. Everything here is exact integer arithmetic on shapes that
// the importer has bounded (2^40 bytes a tensor), so nothing overflows.
//
//===----------------------------------------------------------------------===//
#include "LoopNest.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <optional>

using namespace glia;

int64_t glia::elementCount(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t dimension : shape)
    count *= dimension;
  return count;
}

Sizes glia::rowMajorStrides(llvm::ArrayRef<int64_t> shape) {
  Sizes strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

Sizes glia::broadcastStrides(llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<int64_t> result) {
  assert(shape.size() <= result.size() &&
         "an operand has at most the rank of the result");
  Sizes own = rowMajorStrides(shape);
  Sizes strides(result.size(), 0);
  size_t shift = result.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1)
      strides[shift + i] = own[i];
  return strides;
}

void LoopNest::addLoop(int64_t extent, llvm::ArrayRef<int64_t> strides) {
  assert(strides.size() == operands.size() && "one stride per operand");
  extents.push_back(extent);
  for (auto [operand, stride] : llvm::zip_equal(operands, strides))
    operand.strides.push_back(stride);
}

LoopNest
glia::makeBroadcastNest(llvm::ArrayRef<int64_t> result,
                        llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes) {
  LoopNest nest;
  nest.extents.assign(result.begin(), result.end());
  for (llvm::ArrayRef<int64_t> shape : shapes)
    nest.operands.push_back({0, broadcastStrides(shape, result)});
  return nest;
}

/// True if in every operand one trip of `outer` is `inner` run to its end.
static bool walkAsOne(const LoopNest &nest, unsigned outer, unsigned inner) {
  return llvm::all_of(nest.operands, [&](const LoopNest::Operand &operand) {
    return operand.strides[outer] ==
           operand.strides[inner] * nest.extents[inner];
  });
}

LoopNest glia::collapseGroups(const LoopNest &nest,
                              llvm::MutableArrayRef<unsigned> groupSizes) {
  LoopNest result;
  for (const LoopNest::Operand &operand : nest.operands)
    result.operands.push_back({operand.offset, {}});

  unsigned next = 0;
  for (unsigned &groupSize : groupSizes) {
    std::optional<unsigned>
        last; // the loop of `nest` that ends `result`'s innermost one
    unsigned kept = 0;
    for (unsigned end = next + groupSize; next < end; ++next) {
      if (nest.extents[next] == 1)
        continue;
      if (last && walkAsOne(nest, *last, next)) {
        result.extents.back() *= nest.extents[next];
        for (auto [to, from] : llvm::zip_equal(result.operands, nest.operands))
          to.strides.back() = from.strides[next];
      } else {
        Sizes strides;
        for (const LoopNest::Operand &operand : nest.operands)
          strides.push_back(operand.strides[next]);
        result.addLoop(nest.extents[next], strides);
        ++kept;
      }
      last = next;
    }
    groupSize = kept;
  }
  assert(next == nest.loops() && "groups cover all loops");
  return result;
}

LoopNest glia::collapse(const LoopNest &nest) {
  unsigned all = nest.loops();
  return collapseGroups(nest, all);
}

void glia::splitLoop(LoopNest &nest, unsigned loop, int64_t inner) {
  assert(nest.extents[loop] % inner == 0 &&
         "splits are even; slice the rest off first");
  nest.extents[loop] /= inner;
  nest.extents.insert(nest.extents.begin() + loop + 1, inner);
  for (LoopNest::Operand &operand : nest.operands) {
    int64_t stride = operand.strides[loop];
    operand.strides[loop] = stride * inner;
    operand.strides.insert(operand.strides.begin() + loop + 1, stride);
  }
}

LoopNest glia::sliceLoop(const LoopNest &nest, unsigned loop, int64_t begin,
                         int64_t size) {
  assert(begin >= 0 && size > 0 && begin + size <= nest.extents[loop] &&
         "slice inside the loop");
  LoopNest result = nest;
  result.extents[loop] = size;
  for (LoopNest::Operand &operand : result.operands)
    operand.offset += begin * operand.strides[loop];
  return result;
}

LoopNest glia::moveLoopToFront(const LoopNest &nest, unsigned loop) {
  LoopNest result = nest;
  std::rotate(result.extents.begin(), result.extents.begin() + loop,
              result.extents.begin() + loop + 1);
  for (LoopNest::Operand &operand : result.operands)
    std::rotate(operand.strides.begin(), operand.strides.begin() + loop,
                operand.strides.begin() + loop + 1);
  return result;
}

void glia::removeLoop(LoopNest &nest, unsigned loop) {
  nest.extents.erase(nest.extents.begin() + loop);
  for (LoopNest::Operand &operand : nest.operands)
    operand.strides.erase(operand.strides.begin() + loop);
}

void glia::forEachOuter(const LoopNest &nest, unsigned outer,
                        llvm::function_ref<void(const LoopNest &)> body) {
  if (outer == 0)
    return body(nest);
  for (int64_t i = 0; i < nest.extents[0]; ++i) {
    LoopNest inner = sliceLoop(nest, 0, i, 1);
    removeLoop(inner, 0);
    forEachOuter(inner, outer - 1, body);
  }
}

void glia::forEachSlice(const LoopNest &nest, unsigned loop, int64_t size,
                        llvm::function_ref<void(const LoopNest &)> body) {
  int64_t extent = nest.extents[loop];
  for (int64_t begin = 0; begin < extent; begin += size)
    body(sliceLoop(nest, loop, begin, std::min(size, extent - begin)));
}

/// Cuts [begin, begin + size) of the loops from `loop` on; the loops before it
/// have one trip.
static void cutRange(const LoopNest &nest, unsigned loop, int64_t begin,
                     int64_t size,
                     llvm::function_ref<void(const LoopNest &)> body) {
  if (size == 0)
    return;
  if (loop == nest.loops())
    return body(nest);
  int64_t inner =
      elementCount(llvm::ArrayRef<int64_t>(nest.extents).drop_front(loop + 1));
  int64_t row = begin / inner, column = begin % inner;
  if (column != 0) { // the rest of a row that has begun
    int64_t head = std::min(size, inner - column);
    cutRange(sliceLoop(nest, loop, row, 1), loop + 1, column, head, body);
    begin += head, size -= head, row += 1;
  }
  if (int64_t rows = size / inner) {
    body(sliceLoop(nest, loop, row, rows));
    row += rows, size -= rows * inner;
  }
  if (size != 0)
    cutRange(sliceLoop(nest, loop, row, 1), loop + 1, 0, size, body);
}

void glia::forEachBoxOfRange(const LoopNest &nest, int64_t begin, int64_t size,
                             llvm::function_ref<void(const LoopNest &)> body) {
  assert(begin >= 0 && begin + size <= nest.iterations() &&
         "range inside the nest");
  cutRange(nest, 0, begin, size, body);
}

int64_t glia::smallestDivisor(int64_t n, int64_t least) {
  int64_t best = n;
  for (int64_t i = 1; i * i <= n; ++i) {
    if (n % i != 0)
      continue;
    if (i >= least)
      best = std::min(best, i);
    if (n / i >= least)
      best = std::min(best, n / i);
  }
  return best;
}
