//===- Reduce.cpp - Evaluates reduce --------------------------------------===//
//
// Floats in the machine's order (pieces of `cut`, each one reduce
// instruction); integers exactly, where order does not matter.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NumericOrder.h"
#include "glia/ISA/Enums.h"

namespace glia::evaluator {

static isa::AluOp joiningOp(isa::ReduceOp op) {
  return op == isa::ReduceOp::add   ? isa::AluOp::add
         : op == isa::ReduceOp::max ? isa::AluOp::max
                                    : isa::AluOp::min;
}

static isa::ReduceOp machineOp(graph::ReduceKind kind) {
  return kind == graph::ReduceKind::max   ? isa::ReduceOp::max
         : kind == graph::ReduceKind::min ? isa::ReduceOp::min
                                          : isa::ReduceOp::add;
}

float reducePieces(isa::ReduceOp op, const float *elements, int64_t count,
                   int64_t cut) {
  float total = 0;
  for (const graph::Piece &piece : graph::reductionPieces(count, cut)) {
    float part = numerics::reduceRow(op, elements + piece.offset, piece.length);
    total = piece.offset ? numerics::alu(joiningOp(op), total, part) : part;
  }
  return total;
}

namespace {
/// The operand's dimensions, apart into kept and reduced ones.
struct Split {
  Strides kept, keptStrides, reduced, reducedStrides;
};
} // namespace

static Split split(graph::ReduceOp op) {
  Split split;
  llvm::ArrayRef<int64_t> shape = op.getInput().getType().getShape();
  Strides strides = denseStrides(shape);
  for (size_t d = 0; d < shape.size(); ++d) {
    bool isReduced = llvm::is_contained(op.getAxes(), int64_t(d));
    (isReduced ? split.reduced : split.kept).push_back(shape[d]);
    (isReduced ? split.reducedStrides : split.keptStrides)
        .push_back(strides[d]);
  }
  return split;
}

static int64_t reduceIntegers(graph::ReduceKind kind,
                              llvm::ArrayRef<int64_t> elements) {
  int64_t total = elements.empty() ? 0 : elements.front();
  for (int64_t element : elements.drop_front(elements.empty() ? 0 : 1))
    total = numerics::alu(joiningOp(machineOp(kind)), total, element);
  return total;
}

void evaluateReduce(graph::ReduceOp op, Operands operands, Tensor &result,
                    const EvaluateOptions &options) {
  const Tensor &input = *operands[0];
  Split sizes = split(op);
  int64_t bytes = elementBytes(input.type), count = product(sizes.reduced),
          outputs = product(sizes.kept);
  int64_t perTask = std::max<int64_t>(1, 65536 / std::max<int64_t>(count, 1));
  graph::ReduceKind kind = op.getKind();
  parallelFor(
      options.threads, (outputs + perTask - 1) / perTask, [&](int64_t task) {
        std::vector<uint8_t> row(count * bytes);
        std::vector<int64_t> integers(isFloat(input.type) ? 0 : count);
        for (int64_t output = task * perTask;
             output < std::min(outputs, (task + 1) * perTask); ++output) {
          int64_t offset = 0;
          for (int64_t d = int64_t(sizes.kept.size()) - 1, rest = output;
               d >= 0; rest /= sizes.kept[d--])
            offset += rest % sizes.kept[d] * sizes.keptStrides[d];
          copyStrided(row.data(), denseStrides(sizes.reduced),
                      input.bytes.data() + offset * bytes, sizes.reducedStrides,
                      sizes.reduced, bytes);
          if (!isFloat(input.type)) {
            numerics::convertIntegers(input.type, row.data(), ElementType::i64,
                                      integers.data(), count);
            int64_t total = reduceIntegers(kind, integers);
            numerics::convertIntegers(ElementType::i64, &total, result.type,
                                      result.bytes.data() + output * bytes, 1);
            continue;
          }
          float total = reducePieces(
              machineOp(kind), reinterpret_cast<const float *>(row.data()),
              count, op.getCut());
          if (kind == graph::ReduceKind::mean)
            total = numerics::alu(isa::AluOp::divide, total, float(count));
          floats(result)[output] = total;
        }
      });
}

} // namespace glia::evaluator
