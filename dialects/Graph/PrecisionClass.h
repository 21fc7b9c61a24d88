//===- PrecisionClass.h - What phase `cast` may do to an op ---------------===//
//
// Part of PrecisionOpInterface, in a header of its own for the generated one.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_PRECISIONCLASS_H
#define GLIA_DIALECTS_GRAPH_PRECISIONCLASS_H

#include <cstdint>

namespace glia::graph {
/// Product: the Tensor engine multiplies; its operands may be narrow, it sums
/// in fp32. Any: elements of the result may be rounded or, where the op only
/// moves them, move narrow. Full: it takes and gives fp32.
enum class PrecisionClass : uint8_t { product, any, full };
} // namespace glia::graph

#endif
