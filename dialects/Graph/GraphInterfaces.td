//===- GraphInterfaces.td - What passes ask of a graph op -----------------===//
//
// An op describes its loops once (IndexingOpInterface) and, where it works on
// one element at a time, how the machine computes it (ElementwiseOpInterface).
// Tiling, fusion, evaluation and cost derive from these; phase `cast` from
// PrecisionOpInterface.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_GRAPHINTERFACES
#define GLIA_DIALECTS_GRAPH_GRAPHINTERFACES

include "mlir/IR/OpBase.td"

def Graph_IndexingOpInterface : OpInterface<"IndexingOpInterface"> {
  let cppNamespace = "::glia::graph";
  let description = [{
    The one description of an op's loop nest. Loops are numbered outermost
    first, the loops of the result's dimensions before the others. A map takes
    loop indices to the index of an element of an operand or result:

      contract [M,K] x [K,N]: loops m, n (parallel), k (reduction);
      lhs (m, n, k) -> (m, k), rhs (m, n, k) -> (k, n), result -> (m, n)

    A window loop runs over a kernel's dimension; it and a parallel loop index
    the operand together, `stride * o + dilation * w - pad`, which may fall
    outside the operand (padding). An operand that is indexed by the values of
    another (the data of a gather) uses a loop of its own on that dimension.
  }];
  let methods = [
    InterfaceMethod<"The kind of each loop.", "::llvm::SmallVector<::glia::graph::LoopKind>", "getLoops">,
    InterfaceMethod<"The trip count of each loop.", "::llvm::SmallVector<int64_t>", "getLoopExtents">,
    InterfaceMethod<"Loop indices to the index of an element of operand `operand`.", "::mlir::AffineMap", "getOperandMap",
                    (ins "unsigned":$operand)>,
    InterfaceMethod<"Loop indices to the index of an element of result `result`.", "::mlir::AffineMap", "getResultMap",
                    (ins "unsigned":$result)>,
  ];
}

def Graph_PrecisionOpInterface : OpInterface<"PrecisionOpInterface"> {
  let cppNamespace = "::glia::graph";
  let description = [{
    What phase `cast` may do to an op of f32. An op without the interface keeps
    its types.
  }];
  let methods = [
    InterfaceMethod<"Which --auto-cast narrows the op, and where.", "::glia::graph::PrecisionClass", "getPrecisionClass", (ins), "",
                    "return ::glia::graph::PrecisionClass::any;">,
  ];
}

def Graph_ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::glia::graph";
  let description = [{
    One element of the result from one element of each operand, numpy
    broadcasting. The form says which machine operation that is: evaluator,
    fusion and kernels know nothing else about an elementwise op.
  }];
  let methods = [
    InterfaceMethod<"How the machine computes one element.", "::glia::graph::ElementwiseForm", "getElementwiseForm">,
  ];
}

#endif
