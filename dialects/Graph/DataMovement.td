//===- DataMovement.td - Constants and ops that move elements -------------===//
//
// Nothing here computes: each element of a result is an element of an operand,
// of a constant, or a fill value, bit for bit.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_DATAMOVEMENT
#define GLIA_DIALECTS_GRAPH_DATAMOVEMENT

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Graph_MoveOp<string mnemonic, list<Trait> traits = [InferTypeOpAdaptor]> : Graph_Op<mnemonic,
    [Pure, DeclareOpInterfaceMethods<Graph_IndexingOpInterface>, DeclareOpInterfaceMethods<Graph_PrecisionOpInterface>] # traits>;

def Graph_ConstantOp : Graph_Op<"constant", [Pure]> {
  let summary = "a tensor of the constant store";
  let description = [{
    The tensor with number `id` in the ConstantStore, which holds where its
    bytes come from; they are never in the IR.

    constant_c1: `id` is not negative.

    Example:
    ```mlir
    %w = graph.constant 7 : tensor<64x3x7x7xf32>
    ```
    Lives in phases `graph` to `fused`, outside fusions.
  }];
  let arguments = (ins I64Attr:$id);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$id attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Graph_GatherOp : Graph_MoveOp<"gather"> {
  let summary = "slices of the data along an axis, chosen by indices";
  let description = [{
    The result's shape is the data's with dimension `axis` replaced by the
    indices' shape. An index from -n to -1 counts from the end; any other one
    outside 0 to n - 1 is an error when the program runs.

    gather_c1: `axis` lies in the data's rank.

    Example:
    ```mlir
    %y = graph.gather %table, %ids axis = 0 : (tensor<30522x768xf32>, tensor<1x128xi64>) -> tensor<1x128x768xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$data, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$data `,` $indices `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_ScatterOp : Graph_MoveOp<"scatter"> {
  let summary = "slices of the data along an axis, replaced by index";
  let description = [{
    The data, in which the slice that each index names is the update's: what a
    gather with the same indices and axis would read. An index from -n to -1
    counts from the end; any other one outside 0 to n - 1 is an error when the
    program runs. Of two updates of one slice the later one stays.

    scatter_c1: `axis` lies in the data's rank.
    scatter_c2: the updates have the type of a gather from the data.

    Example:
    ```mlir
    %y = graph.scatter %cache, %position, %row axis = 2 : (tensor<1x12x128x64xf32>, tensor<1xi64>, tensor<1x12x1x64xf32>) -> tensor<1x12x128x64xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$data, Graph_IndexTensor:$indices, Graph_AnyTensor:$updates, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$data `,` $indices `,` $updates `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_TransposeOp : Graph_MoveOp<"transpose"> {
  let summary = "reorders dimensions";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the operand.

    transpose_c1: `permutation` has each dimension of the operand once.

    Example:
    ```mlir
    %y = graph.transpose %x permutation = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$input `permutation` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def Graph_ReshapeOp : Graph_Op<"reshape", [Pure, DeclareOpInterfaceMethods<Graph_PrecisionOpInterface>]> {
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    Costs nothing: operand and result share memory. It stays outside fusions.

    reshape_c1: operand and result have the same number of elements.
    reshape_c2: operand and result have the same element type.

    Example:
    ```mlir
    %y = graph.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Graph_BroadcastOp : Graph_MoveOp<"broadcast", []> {
  let summary = "repeats elements along dimensions of size 1 (ONNX Expand)";
  let description = [{
    The operand's dimensions align with the result's last ones; a dimension of
    size 1, or one that is not there, repeats.

    broadcast_c1: the operand broadcasts to the result's shape.
    broadcast_c2: operand and result have the same element type.

    Example:
    ```mlir
    %y = graph.broadcast %x : (tensor<1x4xf32>) -> tensor<2x3x4xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Graph_SliceOp : Graph_MoveOp<"slice"> {
  let summary = "a strided box of the operand";
  let description = [{
    Element i of dimension d of the result is element `starts[d] + i *
    strides[d]` of the operand; a stride may be negative.

    slice_c1: starts, sizes and strides have one entry per dimension.
    slice_c2: no stride is 0 and no size is negative.
    slice_c3: first and last element of each dimension lie in the operand.

    Example:
    ```mlir
    %y = graph.slice %x starts = [0, 3] sizes = [2, 2] strides = [1, -2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$strides);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $input `starts` `=` $starts `sizes` `=` $sizes `strides` `=` $strides attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ConcatOp : Graph_MoveOp<"concat"> {
  let summary = "joins tensors along an axis";
  let description = [{
    concat_c1: there is at least one operand.
    concat_c2: `axis` lies in the operands' rank.
    concat_c3: the operands agree in element type and in all dimensions but `axis`.

    Example:
    ```mlir
    %z = graph.concat %x, %y axis = 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$inputs, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$inputs `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_PadOp : Graph_MoveOp<"pad"> {
  let summary = "surrounds a tensor with a value";
  let description = [{
    Puts `low[d]` elements of `value` before and `high[d]` after dimension d.

    pad_c1: low and high have one entry per dimension, at least 0.
    pad_c2: `value` is one of the element type's values.

    Example:
    ```mlir
    %y = graph.pad %x low = [0, 1] high = [0, 2] value = 0.000000e+00 : (tensor<2x3xf32>) -> tensor<2x6xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_AnyTensor:$input, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high, F64Attr:$value);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $input `low` `=` $low `high` `=` $high `value` `=` $value attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
