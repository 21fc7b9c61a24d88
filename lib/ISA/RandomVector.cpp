//===- RandomVector.cpp - Random operators and operands of Vector ---------===//

#include "RandomChoice.h"

using namespace llvm;

namespace glia::isa {

AluOp RandomChoice::aluOp(Engine engine, ElementType left,
                          ElementType destination) {
  while (true) {
    AluOp op = pick(allCases(AluOp()));
    if ((!isBitwise(op) || (isInteger(left) && left == destination)) &&
        hasAluOp(engine, op, left))
      return op;
  }
}

AluOp RandomChoice::secondAluOp(Engine engine, AluOp first, ElementType left,
                                ElementType destination) {
  if (flag())
    return AluOp::bypass;
  while (true) {
    AluOp op = aluOp(engine, left, destination);
    if (isBitwise(op) == isBitwise(first))
      return op;
  }
}

AluOp RandomChoice::arithmeticOp(Engine engine) {
  return aluOp(engine, ElementType::f32, ElementType::f32);
}

AluOp RandomChoice::comparison() {
  static constexpr AluOp ops[] = {AluOp::equal, AluOp::less, AluOp::less_equal,
                                  AluOp::greater, AluOp::greater_equal};
  return ops[below(std::size(ops))];
}

AluOp RandomChoice::runningOp() {
  while (true) {
    AluOp op = pick(allCases(AluOp()));
    if (isRunningOp(op))
      return op;
  }
}

AluOp RandomChoice::activationOp0() {
  static constexpr AluOp ops[] = {AluOp::bypass, AluOp::multiply, AluOp::add,
                                  AluOp::subtract};
  return ops[below(std::size(ops))];
}

AluOp RandomChoice::activationOp1(AluOp op0) {
  while (true) {
    AluOp op = activationOp0();
    if (areActivationSteps(op0, op))
      return op;
  }
}

ReduceOp RandomChoice::accumulatorOp() {
  while (true) {
    ReduceOp op = reduceOp();
    if (isAccumulating(op))
      return op;
  }
}

ReduceOp RandomChoice::activationReduceOp() {
  while (true) {
    ReduceOp op = accumulatorOp();
    if (op != ReduceOp::multiply)
      return op;
  }
}

ElementType RandomChoice::narrowIntegerType() {
  while (true) {
    ElementType candidate = type(false);
    if (isInteger(candidate))
      return candidate;
  }
}

OnChipOperand RandomChoice::reduceSource(unsigned axes, ReduceOp op) {
  return make(space(Engine::vector),
              isBitwise(op) ? narrowIntegerType() : type(false),
              unsigned(between(1, 128)), between(1, 512), axes);
}

OnChipOperand RandomChoice::reduceResult(const OnChipOperand &source,
                                         unsigned axes, ReduceOp op) {
  return make(space(Engine::vector), isBitwise(op) ? source.type : type(false),
              source.partitions, keptElements(source, axes));
}

OnChipOperand RandomChoice::narrowInput(const OnChipOperand &destination) {
  while (true) {
    OnChipOperand o = aluInput(Engine::vector, destination);
    if (!isInteger(o.type) || bitWidth(o.type) <= 16)
      return o;
  }
}

OnChipOperand RandomChoice::column(Engine engine) {
  return make(space(engine), type(false), unsigned(between(1, 128)), 1);
}

OnChipOperand RandomChoice::columnsLike(const OnChipOperand &other,
                                        unsigned columns) {
  return make(space(Engine::vector), type(false), other.partitions, columns);
}

OnChipOperand RandomChoice::indexColumns(const OnChipOperand &other) {
  return make(space(Engine::vector),
              flag() ? ElementType::u16 : ElementType::u32, other.partitions,
              8);
}

OnChipOperand RandomChoice::rowOperand(unsigned fewest, unsigned most) {
  return make(space(Engine::vector), type(false), unsigned(between(1, 128)),
              between(fewest, most));
}

OnChipOperand RandomChoice::tripleOperand() {
  return make(space(Engine::vector), type(false), unsigned(between(1, 128)),
              3 * between(1, 64));
}

OnChipOperand RandomChoice::shuffleOperand() {
  unsigned partitions = unsigned(flag() ? between(1, 32) : 32 * between(1, 4));
  return make(space(Engine::vector), type(false), partitions, between(1, 256));
}

LanePermutation RandomChoice::lanePermutation(unsigned partitions) {
  LanePermutation lanes;
  for (uint8_t &source : lanes.source)
    source = below(8) == 0 ? LanePermutation::leave
                           : uint8_t(below(std::min(32u, partitions)));
  return lanes;
}

OnChipOperand RandomChoice::tiles32() {
  return make(space(Engine::vector), type(false), unsigned(32 * between(1, 4)),
              32 * between(1, 8));
}

} // namespace glia::isa
