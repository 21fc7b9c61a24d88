//===- BufferCopy.cpp - HBM to HBM copies of loop nests -------------------===//
//
// The order of a copy is free, so loops are sorted by how far they jump: what
// is contiguous on both sides becomes the innermost run.
//
//===----------------------------------------------------------------------===//
#include "BufferCopy.h"
#include "TileView.h"

using namespace glia;
using namespace mlir;

static constexpr unsigned mostPairs = 5;

void glia::copyNest(KernelBuilder &kernel, const LoopNest &full, unsigned from,
                    Value source, unsigned to, Value destination,
                    unsigned elementBytes) {
  if (full.iterations() == 0)
    return;
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, full.loops()));
  auto jump = [&](unsigned loop) {
    return std::max(std::abs(full.operands[from].strides[loop]),
                    std::abs(full.operands[to].strides[loop]));
  };
  llvm::sort(order, [&](unsigned left, unsigned right) {
    return std::make_pair(-jump(left), left) <
           std::make_pair(-jump(right), right);
  });

  LoopNest nest;
  nest.operands = {{full.operands[from].offset, {}},
                   {full.operands[to].offset, {}}};
  for (unsigned loop : order)
    nest.addLoop(full.extents[loop], {full.operands[from].strides[loop],
                                      full.operands[to].strides[loop]});
  nest = collapse(nest);
  unsigned outside = nest.loops() > mostPairs ? nest.loops() - mostPairs : 0;
  forEachOuter(nest, outside, [&](const LoopNest &part) {
    kernel.copyBuffer(source, bufferPattern(part, 0, elementBytes), destination,
                      bufferPattern(part, 1, elementBytes));
  });
}
