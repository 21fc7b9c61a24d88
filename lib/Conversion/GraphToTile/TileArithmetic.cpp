//===- TileArithmetic.cpp - Instructions over the loops of one tile -------===//
//
// See TileArithmetic.h.
//
//===----------------------------------------------------------------------===//
#include "TileArithmetic.h"

using namespace glia;
using namespace mlir;
using glia::isa::AluOp;
using glia::isa::Engine;

Variation TileArithmetic::outerLoops(unsigned inner) const {
  Variation varies(extents.size(), true);
  std::fill(varies.end() - inner, varies.end(), false);
  return varies;
}

TileView TileArithmetic::make(Type type, const Variation &varies) const {
  return TileView(
      kernel.tileType(partitions, elements(varies), onChipType(type)),
      denseStrides(extents, varies));
}

TileView TileArithmetic::memset(uint64_t bits, Type type,
                                const Variation &varies, Engine engine) {
  TileView to = make(type, varies);
  TileVariable variable{to.type, {}};
  kernel.memset(
      variable,
      tile::AccessPattern::contiguous(partitions, to.type.getElements()), bits,
      engine);
  to.tile = variable;
  return to;
}

TileView TileArithmetic::copy(const TileView &from, Type type,
                              const Variation &varies, Engine engine) {
  TileView to = make(type, varies);
  TileVariable variable{to.type, {}};
  auto access = patterns(varies, {to, from});
  kernel.copy(variable, access[0], from.tile, access[1], engine);
  to.tile = variable;
  return to;
}

TileView TileArithmetic::tensorTensor(const TileView &left, AluOp op,
                                      const TileView &right, Type type,
                                      const Variation &varies, Engine engine) {
  TileView to = make(type, varies);
  TileVariable variable{to.type, {}};
  auto access = patterns(varies, {to, left, right});
  kernel.tensorTensor(variable, access[0], left.tile, access[1], op, right.tile,
                      access[2], engine);
  to.tile = variable;
  return to;
}

TileView TileArithmetic::tensorScalar(const TileView &from,
                                      ArrayRef<ScalarStepOperand> steps,
                                      Type type, const Variation &varies,
                                      Engine engine) {
  assert((steps.size() == 1 || steps.size() == 2) &&
         "an instruction has one or two steps");
  ScalarStepOperand first = steps.front(),
                    second = steps.size() == 2
                                 ? steps.back()
                                 : ScalarStepOperand{AluOp::bypass, {}};
  TileView to = make(type, varies);
  auto access = patterns(varies, {to, from});
  to.tile = tile::TensorScalarOp::create(
      kernel.builder, kernel.location(), to.type, from.tile, access[1],
      first.op, first.scalar.source, first.reverse, second.op,
      second.scalar.source, second.reverse, access[0], first.scalar.pointer,
      second.scalar.pointer, Value(), -1, engine);
  return to;
}

TileView TileArithmetic::activate(isa::ActivationFunction function,
                                  const TileView &from, ScalarOperand scale,
                                  ScalarOperand bias, Type type,
                                  const Variation &varies) {
  TileView to = make(type, varies);
  auto access = patterns(varies, {to, from});
  to.tile = tile::ActivateOp::create(
      kernel.builder, kernel.location(), to.type, function, from.tile,
      access[1], scale.source, bias.source, access[0], scale.pointer,
      bias.pointer, Value(), -1, Engine::scalar);
  return to;
}

TileView TileArithmetic::select(const TileView &predicate, const TileView &from,
                                const TileView &into, const Variation &varies) {
  TileView to = into;
  auto access = patterns(varies, {into, predicate, from});
  to.tile = tile::SelectOp::create(
      kernel.builder, kernel.location(), into.type, predicate.tile, access[1],
      from.tile, access[2], into.tile, access[0], Engine::vector);
  return to;
}

TileView TileArithmetic::load(Value buffer, const LoopNest &nest,
                              unsigned operand, Type type,
                              const Variation &varies) {
  TileView to = make(type, varies);
  TileVariable variable{to.type, {}};
  LoopNest source = variedLoops(nest, operand, varies, /*rows=*/true);
  kernel.load(
      variable,
      tile::AccessPattern::contiguous(partitions, to.type.getElements()),
      buffer, bufferPattern(source, 0, tile::elementBytes(type)));
  to.tile = variable;
  return to;
}
