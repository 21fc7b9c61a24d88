//===- SupportedTypes.cpp - Which element types an op is compiled for -----===//
//
// See the header. A kernel that learns another type changes its row here.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/SupportedTypes.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/GraphOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace glia::graph {

namespace {
struct TypeRule {
  llvm::StringLiteral expected;
  bool (*accepts)(Type type);
};
} // namespace

/// Null where every type of the dialect has a kernel.
static const TypeRule *findRule(Operation *op) {
  static constexpr TypeRule single = {"f32",
                                      [](Type type) { return type.isF32(); }};
  static constexpr TypeRule wide = {"f32, i32 or i64", [](Type type) {
                                      return type.isF32() ||
                                             type.isInteger(32) ||
                                             type.isInteger(64);
                                    }};
  // No engine wraps at 8 bits.
  static constexpr TypeRule notNarrow = {
      "floats, i32 or i64", [](Type type) { return !type.isInteger(8); }};
  if (llvm::isa<ContractOp, ConvolutionOp, WindowOp, SoftmaxOp, LayerNormOp>(
          op))
    return &single;
  if (llvm::isa<ReduceOp>(op))
    return &wide;
  if (llvm::isa<AddOp, SubOp, MulOp, DivOp, PowerOp, NegOp, AbsOp>(op))
    return &notNarrow;
  return nullptr;
}

std::optional<std::string> describeUnsupportedTypes(Operation *op) {
  const TypeRule *rule = findRule(op);
  if (!rule)
    return std::nullopt;
  for (Value operand : op->getOperands()) {
    Type type = cast<RankedTensorType>(operand.getType()).getElementType();
    if (rule->accepts(type))
      continue;
    std::optional<ElementType> element = toElementType(type);
    return ("takes elements of type " + (element ? name(*element) : "?") +
            ", expects " + rule->expected)
        .str();
  }
  return std::nullopt;
}

} // namespace glia::graph
