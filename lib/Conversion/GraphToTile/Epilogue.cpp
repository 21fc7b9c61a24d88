//===- Epilogue.cpp - From a root's tile to the fusion's results ----------===//
//
// See Epilogue.h.
//
//===----------------------------------------------------------------------===//
#include "Epilogue.h"

using namespace mlir;
using namespace glia;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

Epilogue::Epilogue(KernelBuilder &kernel, graph::FusionOp fusion)
    : result(fusion.getRoot()->getResult(0)),
      emitter(kernel, fusion, elementwiseOps(fusion), shapeOf(result), result) {
}

LogicalResult Epilogue::emit(const LoopNest &nest, Value tile,
                             ArrayRef<int64_t> strides, int64_t offset) {
  emitter.begin(nest);
  emitter.provide(
      result, TileView(tile, Sizes(strides.begin(), strides.end()), offset));
  return emitter.finish();
}

LogicalResult glia::checkRoot(graph::FusionOp fusion, bool mayBeNarrow) {
  Operation *root = fusion.getRoot();
  for (Value operand : root->getOperands()) {
    if (!llvm::isa<BlockArgument>(operand))
      return emitUnsupported(root)
             << "expects operands from outside of the fusion";
    Type type = cast<RankedTensorType>(operand.getType()).getElementType();
    if (!type.isF32() && !(mayBeNarrow && llvm::isa<FloatType>(type)))
      return root->emitOpError()
             << "expects " << (mayBeNarrow ? "float" : "f32")
             << " operands, got " << operand.getType();
  }
  return success();
}
