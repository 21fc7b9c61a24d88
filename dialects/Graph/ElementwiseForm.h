//===- ElementwiseForm.h - Which machine operation an elementwise op is ---===//
//
// The value that a row of Elementwise.td names and that evaluator, fusion and
// kernels switch on, so that none of them lists elementwise ops.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_ELEMENTWISEFORM_H
#define GLIA_DIALECTS_GRAPH_ELEMENTWISEFORM_H

#include <cstdint>

namespace glia::isa {
enum class AluOp : uint8_t;
enum class ActivationFunction : uint8_t;
} // namespace glia::isa

namespace glia::graph {

struct ElementwiseForm {
  enum class Kind : uint8_t {
    activation,  // function(x)
    binary,      // op(x, y)
    scalar,      // op(x, scalar); unary operators ignore the scalar
    scalarFirst, // op(scalar, x)
    self,        // op(x, x)
    select,      // the first operand chooses between the others
    cast,        // to the result's element type
  };

  Kind kind;
  isa::ActivationFunction function{};
  isa::AluOp op{};
  double scalarValue = 0;

  static ElementwiseForm activation(isa::ActivationFunction function) {
    return {Kind::activation, function, {}, 0};
  }
  static ElementwiseForm binary(isa::AluOp op) {
    return {Kind::binary, {}, op, 0};
  }
  static ElementwiseForm scalar(isa::AluOp op, double value) {
    return {Kind::scalar, {}, op, value};
  }
  static ElementwiseForm scalarFirst(isa::AluOp op, double value) {
    return {Kind::scalarFirst, {}, op, value};
  }
  static ElementwiseForm self(isa::AluOp op) { return {Kind::self, {}, op, 0}; }
  static ElementwiseForm select() { return {Kind::select, {}, {}, 0}; }
  static ElementwiseForm cast() { return {Kind::cast, {}, {}, 0}; }
};

} // namespace glia::graph

#endif
