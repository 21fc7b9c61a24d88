//===- Elementwise.cpp - What rows of Elementwise.td cannot say -----------===//
//
// cast has its result type given and so checks it here.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

LogicalResult CastOp::verify() {
  ArrayRef<int64_t> from = getInput().getType().getShape(),
                    to = getResult().getType().getShape();
  if (from != to)
    return emitOpError("cast_c1: expects the operand's shape ")
           << formatShape(from) << ", got " << formatShape(to);
  return success();
}

} // namespace glia::graph
