//===- Differential.h - A small graph, compiled and run in every way ------===//
//
// The most valuable test of the project: a graph of an op or two is evaluated
// on the host and compiled and run in several ways (fused or op by op, with
// and without scheduling, two tilings), in phase tiled on the host and on the
// machine under --check; every output must have the same bits.
//
//   std::string text = differential({f32({5, 300}), constant({300, 7})},
//   [](OpBuilder &b, ValueRange v) {
//     return graph::ContractOp::create(b, b.getUnknownLoc(), v[0],
//     v[1]).getResult();
//   });
//   CHECK(text == "");
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_ENDTOEND_DIFFERENTIAL_H
#define GLIA_TEST_UNIT_ENDTOEND_DIFFERENTIAL_H

#include "dialects/Graph/GraphOps.h"
#include "glia/Support/ElementType.h"
#include "mlir/IR/Builders.h"

namespace glia {

/// An input of the graph, or a constant in the store. Floats are near-normal,
/// integers in [low, high].
struct TensorSpec {
  ElementType type = ElementType::f32;
  llvm::SmallVector<int64_t, 6> shape;
  bool isConstant = false;
  int64_t low = -100, high = 100;
};

inline TensorSpec f32(llvm::ArrayRef<int64_t> shape) {
  return {ElementType::f32, {shape.begin(), shape.end()}, false};
}
inline TensorSpec constant(llvm::ArrayRef<int64_t> shape) {
  return {ElementType::f32, {shape.begin(), shape.end()}, true};
}
inline TensorSpec floats(ElementType type, llvm::ArrayRef<int64_t> shape,
                         bool isConstant = false) {
  return {type, {shape.begin(), shape.end()}, isConstant};
}
inline TensorSpec integers(ElementType type, llvm::ArrayRef<int64_t> shape,
                           int64_t low, int64_t high) {
  return {type, {shape.begin(), shape.end()}, false, low, high};
}

using GraphBuilder = llvm::function_ref<mlir::Value(mlir::OpBuilder &builder,
                                                    mlir::ValueRange values)>;

/// Builds the graph whose result is what `build` makes of the values of
/// `tensors`, and runs it. Empty if all agree; else which way failed or gave
/// other bits where. `dropChunk`: graph-to-tile's hook, which must be found.
std::string differential(llvm::ArrayRef<TensorSpec> tensors, GraphBuilder build,
                         uint64_t seed = 1, int64_t dropChunk = -1);

} // namespace glia

#endif
