//===- Epilogue.h - From a root's tile to the fusion's results ------------===//
//
// What the contract, convolution and window kernels do with a finished tile:
// the fusion's elementwise ops on it, and the stores.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_EPILOGUE_H
#define GLIA_CONVERSION_GRAPHTOTILE_EPILOGUE_H

#include "ElementwiseEmitter.h"

namespace glia {

class Epilogue {
public:
  Epilogue(KernelBuilder &kernel, graph::FusionOp fusion);

  /// The loops are the dimensions of the root's result. Kernels slice and
  /// permute it until loop 0 runs over the partitions of a tile and the others
  /// along them.
  LoopNest nest() const { return emitter.nest(); }
  /// SBUF bytes per partition that the epilogue takes per element of a tile.
  int64_t bytesPerElement() const { return emitter.bytesPerElement(); }
  /// The root's result on the iterations of `nest` is in `tile`, along the
  /// partitions at offset + sum(i_j * strides[j]).
  mlir::LogicalResult emit(const LoopNest &nest, mlir::Value tile,
                           llvm::ArrayRef<int64_t> strides, int64_t offset = 0);

private:
  mlir::Value result; // the root's
  ElementwiseEmitter emitter;
};

/// The root of a kernel that has no prologue: reports if an operand is made
/// inside the fusion, or is not f32 (with `mayBeNarrow`: of a float type).
mlir::LogicalResult checkRoot(graph::FusionOp fusion, bool mayBeNarrow = false);

} // namespace glia

#endif
