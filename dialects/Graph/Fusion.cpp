//===- Fusion.cpp - fusion and yield --------------------------------------===//
//
// Rules of the ops in Fusion.td, and which op is a root of which kernel.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/ShapeRules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace glia::graph {

std::optional<FusionKind> rootKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<FusionKind>>(op)
      .Case<ContractOp>([](auto) { return FusionKind::contract; })
      .Case<ConvolutionOp>([](auto) { return FusionKind::convolution; })
      .Case<SoftmaxOp, LayerNormOp>([](auto) { return FusionKind::row; })
      .Case<WindowOp>([](auto) { return FusionKind::window; })
      .Case<GatherOp>([](auto) { return FusionKind::gather; })
      .Case<ScatterOp>([](auto) { return FusionKind::scatter; })
      .Case<ReduceOp>([](auto) { return FusionKind::reduce; })
      .Case<TransposeOp, BroadcastOp, SliceOp, ConcatOp, PadOp>(
          [](auto) { return FusionKind::move; })
      .Case<AllReduceOp, AllGatherOp, ReduceScatterOp>(
          [](auto) { return FusionKind::collective; })
      .Default([](auto) { return std::nullopt; });
}

YieldOp FusionOp::getYield() {
  return cast<YieldOp>(getBlock()->getTerminator());
}

Operation *FusionOp::getRoot() {
  for (Operation &op : *getBlock())
    if (rootKind(&op))
      return &op;
  return nullptr;
}

LogicalResult FusionOp::verify() {
  if (getBlock()->getArgumentTypes() != getInputs().getTypes())
    return emitOpError(
        "fusion_c1: expects block arguments of the operands' types");
  if (getYield().getValues().getTypes() != getOutputs().getTypes())
    return emitOpError(
        "fusion_c2: expects yielded values of the results' types");
  Operation *root = nullptr;
  for (Operation &op : getBlock()->without_terminator()) {
    bool isRoot = rootKind(&op).has_value();
    if (!isRoot && !llvm::isa<ElementwiseOpInterface>(op)) {
      InFlightDiagnostic error =
          emitOpError("fusion_c3: expects computing graph ops only, got `")
          << op.getName() << "`";
      error.attachNote(op.getLoc()) << "this op";
      return error;
    }
    if (isRoot && root) {
      InFlightDiagnostic error =
          emitOpError("fusion_c4: expects at most one root, got two");
      error.attachNote(root->getLoc()) << "the first root";
      error.attachNote(op.getLoc()) << "the second root";
      return error;
    }
    root = isRoot ? &op : root;
  }
  FusionKind kind = root ? *rootKind(root) : FusionKind::elementwise;
  if (kind != getKind())
    return emitOpError("fusion_c4: expects kind `")
           << stringifyFusionKind(kind) << "`, got `"
           << stringifyFusionKind(getKind()) << "`";
  return success();
}

} // namespace glia::graph
