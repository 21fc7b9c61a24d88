//===- LongRows.h - Rows that do not fit in a partition -------------------===//
//
// Softmax and layer normalisation of rows longer than SBUF holds beside what
// they need: one row a partition, walked several times, piece by piece.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_LONGROWS_H
#define GLIA_CONVERSION_GRAPHTOTILE_LONGROWS_H

#include "ElementwiseEmitter.h"

namespace glia {

/// `nest`: the rows' loops, then the `inner` loops of a row, whose elements are
/// those of operand 0 of the emitter's nest (the root's input). A piece has at
/// most `elements` elements; sums are cut as everywhere.
mlir::LogicalResult lowerLongRows(KernelBuilder &kernel,
                                  ElementwiseEmitter &emitter,
                                  mlir::Operation *root, const LoopNest &nest,
                                  unsigned inner, int64_t elements);

} // namespace glia

#endif
