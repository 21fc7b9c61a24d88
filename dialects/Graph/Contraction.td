//===- Contraction.td - Sums of products ----------------------------------===//
//
// The two ops that the Tensor engine exists for. The order in which each sums
// is part of the op: NumericOrder.h cuts it into chunks for all who need it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_CONTRACTION
#define GLIA_DIALECTS_GRAPH_CONTRACTION

include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Graph_ContractionOp<string mnemonic> : Graph_Op<mnemonic,
    [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<Graph_IndexingOpInterface>,
     DeclareOpInterfaceMethods<Graph_PrecisionOpInterface, ["getPrecisionClass"]>]> {
  let hasVerifier = 1;
}

def Graph_ContractOp : Graph_ContractionOp<"contract"> {
  let summary = "matrix product of the last two dimensions";
  let description = [{
    `[..., M, K] x [..., K, N] -> [..., M, N]`; the leading dimensions broadcast.
    `transpose_lhs` and `transpose_rhs` say that an operand's last two
    dimensions are stored the other way round.

    The order of each sum: k ascends and is cut every `k_cut`. A chunk is a
    chain of fma from +0; the total is the first chunk, then chunks are added
    in ascending order, each addition rounding to fp32. Elements of a narrow
    type are multiplied as they are, exactly; the sum and the result are fp32.

    contract_c1: both operands have a rank of at least 2.
    contract_c2: the leading dimensions broadcast.
    contract_c3: both operands have the same K.
    contract_c4: both operands have the same element type.
    contract_c5: `k_cut` is from 1 to 128.
    contract_c6: the result is of f32.

    Example:
    ```mlir
    %y = graph.contract %x, %w k_cut = 128 : (tensor<8x12x300xf32>, tensor<300x64xf32>) -> tensor<8x12x64xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_ProductTensor:$lhs, Graph_ProductTensor:$rhs, UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs,
                       DefaultValuedAttr<I64Attr, "128">:$k_cut);
  let results = (outs StaticShapeTensorOf<[F32]>:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`transpose_lhs` $transpose_lhs^)? (`transpose_rhs` $transpose_rhs^)? `k_cut` `=` $k_cut
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The sizes of one product, transposition seen through.
    int64_t getM();
    int64_t getN();
    int64_t getK();
  }];
}

def Graph_ConvolutionOp : Graph_ContractionOp<"convolution"> {
  let summary = "convolution over one or two spatial dimensions";
  let description = [{
    Input `[N, C, H, W]` (or `[N, C, W]`), weight `[O, C / groups, KH, KW]` (or
    `[O, C / groups, KW]`), result `[N, O, OH, OW]`. `pads` are in ONNX's order:
    all begins, then all ends; padded elements are zeros that take part in the
    sum. A bias is a `graph.add` with a `[1, O, 1, 1]` operand.

    The order of each sum: kernel row, kernel column, input channel (of the
    group), cut into chunks of floor(k_cut / channels) whole taps of one kernel
    row, or each tap every `k_cut` where it has more channels than that. Chunks
    add as in `graph.contract`, in fp32 from operands of any float type. A kernel with one spatial dimension is one row.
    With `k_cut = 1` every product rounds, which engines without an fma of their
    own can do: the importer chooses it for depthwise convolutions, so that
    Scalar and Vector take them, 128 channels at once.

    convolution_c1: input and weight have the same rank, 3 or 4.
    convolution_c2: strides and dilations have one entry per spatial dimension, at least 1.
    convolution_c3: pads have two entries per spatial dimension, at least 0.
    convolution_c4: `groups` divides the input's and the result's channels.
    convolution_c5: the weight's second dimension is the channels of one group.
    convolution_c6: the padded input holds the dilated kernel at least once.
    convolution_c7: input and weight have the same element type.
    convolution_c8: `k_cut` is from 1 to 128.
    convolution_c9: the result is of f32.

    Example:
    ```mlir
    %y = graph.convolution %x, %w strides = [2, 2] pads = [3, 3, 3, 3] dilations = [1, 1] groups = 1 k_cut = 128
         : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32>
    ```
    Lives in phases `graph` to `fused`.
  }];
  let arguments = (ins Graph_ProductTensor:$input, Graph_ProductTensor:$weight, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$groups, DefaultValuedAttr<I64Attr, "128">:$k_cut);
  let results = (outs StaticShapeTensorOf<[F32]>:$result);
  let assemblyFormat = [{
    $input `,` $weight `strides` `=` $strides `pads` `=` $pads `dilations` `=` $dilations `groups` `=` $groups `k_cut` `=` $k_cut
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// 1 or 2.
    unsigned getSpatialRank() { return getWeight().getType().getRank() - 2; }
    /// Input channels of one group.
    int64_t getGroupChannels() { return getWeight().getType().getDimSize(1); }
  }];
}

#endif
