//===- LoopKind.h - The kinds of an op's loops ----------------------------===//
//
// Part of IndexingOpInterface, in a header of its own for the generated one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_LOOPKIND_H
#define GLIA_DIALECTS_GRAPH_LOOPKIND_H

#include <cstdint>

namespace glia::graph {
/// Parallel: each trip makes its own elements. Reduction: trips join into one
/// element. Window: like reduction, and shares operand dimensions with a
/// parallel loop.
enum class LoopKind : uint8_t { parallel, reduction, window };
} // namespace glia::graph

#endif
