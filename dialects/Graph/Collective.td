//===- Collective.td - Ops between cores ----------------------------------===//
//
// From phase `sharded` on a function is what one core of a grid runs, and its
// values are that core's parts. These ops join parts of all cores that differ
// along one axis of the grid (module attribute `graph.grid`).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_COLLECTIVE
#define GLIA_DIALECTS_GRAPH_COLLECTIVE

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// All cores run the same function, so that all or none make a collective: it may be merged with an equal one, or dropped.
class Graph_CollectiveOp<string mnemonic> : Graph_Op<mnemonic,
    [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<Graph_PrecisionOpInterface>]> {
  let results = (outs Graph_AnyTensor:$result);
}

def Graph_AllReduceOp : Graph_CollectiveOp<"all_reduce"> {
  let summary = "the sum over the cores of a group, on each of them";
  let description = [{
    Adds the operands of the cores along `axis` of the grid, element by element,
    in rank order: in fp32 with one rounding at the end; integers are exact and
    wrap.

    all_reduce_c1: `axis` is not negative.

    Example:
    ```mlir
    %y = graph.all_reduce %x axis = 1 : (tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    ```
    Lives in phases `sharded` to `fused`.
  }];
  let arguments = (ins Graph_NumberTensor:$input, I64Attr:$axis);
  let assemblyFormat = "$input `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_AllGatherOp : Graph_CollectiveOp<"all_gather"> {
  let summary = "the parts of a tensor joined, on each core of a group";
  let description = [{
    The operands of the `parts` cores along `axis` of the grid, one after the
    other along `dim`, in rank order.

    all_gather_c1: `axis` is not negative.
    all_gather_c2: `dim` lies in the operand's rank.
    all_gather_c3: `parts` is at least 2.

    Example:
    ```mlir
    %y = graph.all_gather %x dim = 2 axis = 1 parts = 4 : (tensor<1x128x192xf32>) -> tensor<1x128x768xf32>
    ```
    Lives in phases `sharded` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input, I64Attr:$dim, I64Attr:$axis, I64Attr:$parts);
  let assemblyFormat = "$input `dim` `=` $dim `axis` `=` $axis `parts` `=` $parts attr-dict `:` functional-type(operands, results)";
}

def Graph_ReduceScatterOp : Graph_CollectiveOp<"reduce_scatter"> {
  let summary = "the sum over the cores of a group, each with its own part";
  let description = [{
    As `all_reduce`, but core i of the `parts` cores along `axis` of the grid has
    the i-th part along `dim` only.

    reduce_scatter_c1: `axis` is not negative.
    reduce_scatter_c2: `dim` lies in the operand's rank.
    reduce_scatter_c3: `parts` is at least 2 and divides the operand's size of `dim`.

    Example:
    ```mlir
    %y = graph.reduce_scatter %x dim = 1 axis = 1 parts = 4 : (tensor<1x128x768xf32>) -> tensor<1x32x768xf32>
    ```
    Lives in phases `sharded` to `fused`.
  }];
  let arguments = (ins Graph_NumberTensor:$input, I64Attr:$dim, I64Attr:$axis, I64Attr:$parts);
  let assemblyFormat = "$input `dim` `=` $dim `axis` `=` $axis `parts` `=` $parts attr-dict `:` functional-type(operands, results)";
}

#endif
