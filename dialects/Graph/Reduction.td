//===- Reduction.td - Many elements into one ------------------------------===//
//
// Reductions over axes, windows, and the row ops that contain reductions. All
// sum in the one order of NumericOrder.h.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_REDUCTION
#define GLIA_DIALECTS_GRAPH_REDUCTION

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Graph_ReductionOp<string mnemonic> : Graph_Op<mnemonic,
    [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<Graph_IndexingOpInterface>,
     DeclareOpInterfaceMethods<Graph_PrecisionOpInterface, ["getPrecisionClass"]>]> {
  let hasVerifier = 1;
}

def Graph_ReduceOp : Graph_ReductionOp<"reduce"> {
  let summary = "sum, maximum, minimum or mean over axes";
  let description = [{
    Joins the elements along `axes` (ascending, each once). The flattened index
    of the reduced axes ascends and is cut every `cut`; a piece is 16
    interleaved partials and the tree 8-4-2-1 (one machine instruction), pieces
    join in ascending order. A mean is the sum divided by the count, correctly
    rounded.

    reduce_c1: axes ascend strictly and lie in the operand's rank.
    reduce_c2: a maximum, minimum or mean reduces at least one element.
    reduce_c3: `cut` is from 1 to 2048.
    reduce_c4: a mean is taken of floats.

    Example:
    ```mlir
    %y = graph.reduce mean %x axes = [2, 3] keepdims = true cut = 2048 : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x1x1xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_NumberTensor:$input, Graph_ReduceKindAttr:$kind, DenseI64ArrayAttr:$axes, BoolAttr:$keepdims,
                       DefaultValuedAttr<I64Attr, "2048">:$cut);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{
    `` $kind $input `axes` `=` $axes `keepdims` `=` $keepdims `cut` `=` $cut attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// How many elements go into one of the result.
    int64_t getReducedElements();
  }];
}

def Graph_WindowOp : Graph_ReductionOp<"window"> {
  let summary = "maximum or average over a sliding window (pooling)";
  let description = [{
    Input `[N, C, spatial...]`, one or two spatial dimensions; `pads` in ONNX's
    order, all begins, then all ends. The elements of a window are joined as in
    `graph.reduce`, by kernel row, then kernel column; a padded element is -inf
    for a maximum and +0 for an average. An average divides the sum by the
    number of elements, padded ones counted or not (`count_include_pad`).

    window_c1: the operand's rank is 3 or 4.
    window_c2: kernel, strides and dilations have one entry per spatial dimension, at least 1.
    window_c3: pads have two entries per spatial dimension, from 0 and smaller than the dilated kernel.
    window_c4: the padded input holds the dilated kernel at least once.

    Example:
    ```mlir
    %y = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false
         : (tensor<1x64x112x112xf32>) -> tensor<1x64x56x56xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_WindowKindAttr:$kind, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations, BoolAttr:$count_include_pad);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    `` $kind $input `kernel` `=` $kernel `strides` `=` $strides `pads` `=` $pads `dilations` `=` $dilations
    `count_include_pad` `=` $count_include_pad attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 0; // inference says all
}

def Graph_SoftmaxOp : Graph_ReductionOp<"softmax"> {
  let summary = "softmax along one axis";
  let description = [{
    Steps, each rounding: m = max(x), d = x - m, e = exp(d), s = sum(e), e / s.
    Maximum and sum run along `axis` in the order of `graph.reduce`.

    softmax_c1: `axis` lies in the operand's rank.
    softmax_c2: the axis has at least one element.

    Example:
    ```mlir
    %y = graph.softmax %x axis = 1 : (tensor<1x214xf32>) -> tensor<1x214xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_FloatTensor:$input, I64Attr:$axis);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$input `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_LayerNormOp : Graph_ReductionOp<"layer_norm"> {
  let summary = "layer normalisation over the axes from `axis` on";
  let description = [{
    Steps, each rounding, with n elements in the axes from `axis` on:
    mean = sum(x) / n, d = x - mean, v = sum(d * d) / n, q = sqrt(v + epsilon),
    d / q, times `scale`, plus `bias` where there is one. Sums are in the order
    of `graph.reduce`; division is correctly rounded; epsilon is an fp32.

    layer_norm_c1: `axis` lies in the operand's rank.
    layer_norm_c2: scale and bias broadcast to the operand's shape without changing it.
    layer_norm_c3: all operands have the same element type.
    layer_norm_c4: the normalised axes hold at least one element.

    Example:
    ```mlir
    %y = graph.layer_norm %x, %g, %b axis = 2 epsilon = 1.000000e-05
         : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_FloatTensor:$input, Graph_FloatTensor:$scale, Optional<Graph_FloatTensor>:$bias, I64Attr:$axis,
                       F32Attr:$epsilon);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $input `,` $scale (`,` $bias^)? `axis` `=` $axis `epsilon` `=` $epsilon attr-dict `:` functional-type(operands, results)
  }];
}

#endif
