//===- Fusion.td - Groups of ops that become one kernel -------------------===//
//
// Phase `fused`: what is inside one region is computed by one kernel.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_FUSION
#define GLIA_DIALECTS_GRAPH_FUSION

include "dialects/Graph/GraphDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Graph_FusionOp : Graph_Op<"fusion", [
    IsolatedFromAbove, RecursiveMemoryEffects, SingleBlock, RecursivelySpeculatable]> {
  let summary = "ops that one kernel computes";
  let description = [{
    The region holds at most one root (contract, convolution, reduce, window,
    softmax, layer_norm, gather, scatter, transpose, slice, concat, pad, broadcast) and
    elementwise ops before and after it. `kind` names the class of kernel; a
    group without a root is `elementwise`. Operands reach the region as block
    arguments only; a value that is used outside is yielded. Fusing changes no
    bits.

    fusion_c1: block arguments have the operands' types.
    fusion_c2: the yielded values have the results' types.
    fusion_c3: the region holds computing graph ops only: no constant, reshape or fusion.
    fusion_c4: the region holds at most one root, and `kind` is the root's class.

    Example:
    ```mlir
    %r = graph.fusion contract(%x, %w, %b) {
    ^bb0(%0: tensor<4x8xf32>, %1: tensor<8x2xf32>, %2: tensor<2xf32>):
      %3 = graph.contract %0, %1 k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %4 = graph.add %3, %2 : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
      graph.yield %4 : tensor<4x2xf32>
    } : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    ```
    Lives in phase `fused`.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$inputs, Graph_FusionKindAttr:$kind);
  let results = (outs Variadic<Graph_AnyTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`` $kind `(` $inputs `)` $body attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    YieldOp getYield();
    /// The op that gives the group its kind; null in an elementwise group.
    ::mlir::Operation *getRoot();
  }];
}

def Graph_YieldOp : Graph_Op<"yield", [Pure, Terminator, HasParent<"FusionOp">]> {
  let summary = "the results of a fusion";
  let description = [{
    Ends the region of a `graph.fusion`; see there for an example.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif
