//===- TileOps.td - Ops of the tile dialect -------------------*- tablegen -*-===//
//
// One op per machine instruction; what the machine has no instruction for is
// not here.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILEOPS_TD
#define GLIA_DIALECTS_TILE_TILEOPS_TD

include "dialects/Tile/TileDialect.td"
include "dialects/Tile/TileInterfaces.td"
include "dialects/Tile/TileProperties.td"
include "dialects/Tile/TileTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/OpBase.td"

class Tile_Op<string mnemonic, list<Trait> traits = []> : Op<Tile_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

class Tile_EngineOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, [DeclareOpInterfaceMethods<Tile_EngineOpInterface>] # traits>;

include "dialects/Tile/CollectiveOps.td"

def Tile_BufferOp : Tile_Op<"buffer"> {
  let summary = "a tensor in HBM";
  let description = [{
    The order of the inputs and outputs is the order of the object's I/O table. `constant` names an entry of the ConstantStore by
    id. The HBM offset comes with phase *allocated*. With `split` the buffer is what one core of the grid has of the caller's tensor:
    for each dimension the axis of `tile.grid` that cuts it into equal parts, -1 where none does.

    ```mlir
    %x = tile.buffer input "x" : !tile.buffer<1x64xf32>
    %h = tile.buffer input "h" split [-1, 0] : !tile.buffer<1x32xf32>
    %w = tile.buffer constant "w" id 3 at 4096 : !tile.buffer<64x10xf32>
    ```
  }];
  let arguments = (ins Tile_BufferKind:$kind, StrAttr:$name, Tile_Undecided:$constantId, Tile_Undecided:$address,
                   OptionalAttr<DenseI64ArrayAttr>:$split);
  let results = (outs Tile_BufferType:$buffer);
  let assemblyFormat = "$kind $name (`id` $constantId^)? (`at` $address^)? (`split` $split^)? attr-dict `:` type($buffer)";
}

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

def Tile_LoadOp : Tile_EngineOp<"load"> {
  let summary = "DMA from HBM to SBUF (dma_load)";
  let description = [{
    Both sides are walked outermost first (on chip: partition, then pairs) over equal element counts. A source stride may be 0.
    Another element type on chip is a cast, to nearest even.

    ```mlir
    %t = tile.load %x [0, 128*2048, 512*4] -> [0:128, 0, 512*1] on sync : (!tile.buffer<128x512xf32>) -> !tile.tile<128x512xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_BufferType:$source, Tile_BufferPattern:$sourcePattern, Tile_AccessPattern:$destinationPattern,
                   Optional<Tile_TileType>:$into, Tile_Undecided:$address, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_StoreOp : Tile_EngineOp<"store"> {
  let summary = "DMA from SBUF to HBM (dma_store)";
  let description = [{
    ```mlir
    tile.store %t [0:128, 0, 512*1] -> %y [0, 128*2048, 512*4] on sync : (!tile.tile<128x512xf32, sbuf>, !tile.buffer<128x512xf32>) -> ()
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_BufferType:$destination,
                   Tile_BufferPattern:$destinationPattern, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let assemblyFormat = [{
    $source $sourcePattern `->` $destination $destinationPattern `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_CopyBufferOp : Tile_EngineOp<"copy_buffer"> {
  let summary = "DMA from HBM to HBM (dma_copy)";
  let description = [{
    ```mlir
    tile.copy_buffer %x [0, 64*4] -> %y [0, 64*4] on sync : (!tile.buffer<64xf32>, !tile.buffer<64xf32>) -> ()
    ```
  }];
  let arguments = (ins Tile_BufferType:$source, Tile_BufferPattern:$sourcePattern, Tile_BufferType:$destination,
                   Tile_BufferPattern:$destinationPattern, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let assemblyFormat = [{
    $source $sourcePattern `->` $destination $destinationPattern `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_MoveOp : Tile_EngineOp<"move"> {
  let summary = "DMA from SBUF to SBUF, to any partitions (dma_move)";
  let description = [{
    ```mlir
    %b = tile.move %a [0:4, 0, 8*1] -> [7:4, 0, 8*1] on sync : (!tile.tile<4x8xf32, sbuf>) -> !tile.tile<16x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_AccessPattern:$destinationPattern,
                   Optional<Tile_TileType>:$into, Tile_Undecided:$address, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_GatherOp : Tile_EngineOp<"gather"> {
  let summary = "DMA of rows of a buffer, chosen by an index per partition (dma_gather)";
  let description = [{
    The outermost pair of the source pattern is (rows, row stride), the rest is one row; partition p of the destination gets row
    `index[p]`. With `wrap`, -n..-1 mean index + n; anything else outside traps.

    ```mlir
    %r = tile.gather %table [0, 1000*256, 64*4] at_index %i [0:7, 0, 1*1] -> [0:7, 0, 64*1] wrap on sync
      : (!tile.buffer<1000x64xf32>, !tile.tile<7x1xi64, sbuf>) -> !tile.tile<7x64xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_BufferType:$source, Tile_BufferPattern:$sourcePattern, Tile_TileType:$index,
                   Tile_AccessPattern:$indexPattern, Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$into,
                   UnitProp:$wrap, Tile_Undecided:$address, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern `at_index` $index $indexPattern `->` (`into` $into^)? $destinationPattern (`wrap` $wrap^)?
    (`at` $address^)? `on` $engine (`issue` $issue^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Tile_ScatterOp : Tile_EngineOp<"scatter"> {
  let summary = "DMA of rows to a buffer, chosen by an index per partition (dma_scatter)";
  let description = [{
    The outermost pair of the destination pattern is (rows, row stride), the rest is one row; row `index[p]` becomes partition p of
    the source. With `wrap`, -n..-1 mean index + n; anything else outside traps, or with `skip` writes nothing.

    ```mlir
    tile.scatter %r [0:7, 0, 64*1] at_index %i [0:7, 0, 1*1] -> %table [0, 1000*256, 64*4] wrap skip on sync
      : (!tile.tile<7x64xf32, sbuf>, !tile.tile<7x1xi64, sbuf>, !tile.buffer<1000x64xf32>) -> ()
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_TileType:$index,
                   Tile_AccessPattern:$indexPattern, Tile_BufferType:$destination, Tile_BufferPattern:$destinationPattern,
                   UnitProp:$wrap, UnitProp:$skip, Tile_Engine:$engine, Tile_DmaIssue:$issue);
  let assemblyFormat = [{
    $source $sourcePattern `at_index` $index $indexPattern `->` $destination $destinationPattern (`wrap` $wrap^)? (`skip` $skip^)?
    `on` $engine (`issue` $issue^)? attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Tensor engine
//===----------------------------------------------------------------------===//

def Tile_MatmulOp : Tile_EngineOp<"matmul"> {
  let summary = "stationary^T x moving (load_stationary and multiply_moving)";
  let description = [{
    stationary [K, M] and moving [K, N] from SBUF, K on partitions, to PSUM [M, N]. With `accumulate` the product is added to the
    version `into`: PSUM + p with one fp32 add, the link of an accumulator chain.

    ```mlir
    %c1 = tile.matmul %a [0:64, 0, 32*1], %b [0:64, 0, 512*1] -> into %c0 [0:32, 0, 512*1] accumulate on tensor
      : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x512xf32, sbuf>, !tile.tile<32x512xf32, psum>) -> !tile.tile<32x512xf32, psum>
    ```
  }];
  let arguments = (ins Tile_TileType:$stationary, Tile_AccessPattern:$stationaryPattern, Tile_TileType:$moving,
                   Tile_AccessPattern:$movingPattern, Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$into,
                   UnitProp:$accumulate, Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $stationary $stationaryPattern `,` $moving $movingPattern `->` (`into` $into^)? $destinationPattern
    (`accumulate` $accumulate^)? (`at` $address^)? `on` $engine attr-dict `:` functional-type(operands, results)
  }];
}

def Tile_TransposeOp : Tile_EngineOp<"transpose"> {
  let summary = "SBUF [P, F] to PSUM [F, P], bit exact (transpose)";
  let description = [{
    ```mlir
    %t = tile.transpose %a [0:128, 0, 64*1] -> [0:64, 0, 128*1] on tensor : (!tile.tile<128x64xf32, sbuf>) -> !tile.tile<64x128xf32, psum>
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_AccessPattern:$destinationPattern,
                   Optional<Tile_TileType>:$into, Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine attr-dict
    `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Vector, Scalar, GpSimd
//===----------------------------------------------------------------------===//

def Tile_TensorTensorOp : Tile_EngineOp<"tensor_tensor"> {
  let summary = "left op right, element by element (tensor_tensor)";
  let description = [{
    ```mlir
    %c = tile.tensor_tensor %a [0:64, 0, 8*1] add %b [0:64, 0, 8*1] -> [0:64, 0, 8*1] on vector
      : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_TileType:$left, Tile_AccessPattern:$leftPattern, Tile_AluOp:$aluOp, Tile_TileType:$right,
                   Tile_AccessPattern:$rightPattern, Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$into,
                   Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $left $leftPattern $aluOp $right $rightPattern `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine
    attr-dict `:` functional-type(operands, results)
  }];
}

def Tile_TensorScalarOp : Tile_EngineOp<"tensor_scalar", [AttrSizedOperandSegments]> {
  let summary = "(source op0 scalar0) op1 scalar1 (tensor_scalar)";
  let description = [{
    Each scalar is an immediate or one value per lane (`ptr`, the tile operand in brackets). `reverse`: the scalar is the left
    operand. op1 `bypass`: no second step. Each step rounds.

    ```mlir
    %b = tile.tensor_scalar %a [0:64, 0, 8*1] divide imm 0x3F800000 reverse0, bypass imm 0x0 -> [0:64, 0, 8*1] on vector
      : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_AluOp:$op0, Tile_ScalarSource:$scalar0,
                   UnitProp:$reverse0, Tile_AluOp:$op1, Tile_ScalarSource:$scalar1, UnitProp:$reverse1,
                   Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$pointer0, Optional<Tile_TileType>:$pointer1,
                   Optional<Tile_TileType>:$into, Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern $op0 $scalar0 (`(` $pointer0^ `)`)? (`reverse0` $reverse0^)? `,` $op1 $scalar1 (`(` $pointer1^ `)`)?
    (`reverse1` $reverse1^)? `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_ReduceOp : Tile_EngineOp<"reduce"> {
  let summary = "reduces the trailing pairs of each lane (reduce)";
  let description = [{
    16 interleaved partials over the flattened index of the reduced pairs, then a tree 8-4-2-1. `axes` is the number of trailing
    pairs reduced; the destination has the others.

    ```mlir
    %r = tile.reduce add %a [0:64, 0, 4*8, 8*1] axes 1 -> [0:64, 0, 4*1] on vector : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x4xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_ReduceOperator:$reduceOp, Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, I64Prop:$axes,
                   UnitProp:$negate, Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$into,
                   Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $reduceOp $source $sourcePattern `axes` $axes (`negate` $negate^)? `->` (`into` $into^)? $destinationPattern
    (`at` $address^)? `on` $engine attr-dict `:` functional-type(operands, results)
  }];
}

def Tile_SelectOp : Tile_EngineOp<"select"> {
  let summary = "where(predicate != 0) the source, else what was there (select)";
  let description = [{
    ```mlir
    %c = tile.select %p [0:64, 0, 8*1], %a [0:64, 0, 8*1] -> into %b [0:64, 0, 8*1] on vector
      : (!tile.tile<64x8xui8, sbuf>, !tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_TileType:$predicate, Tile_AccessPattern:$predicatePattern, Tile_TileType:$source,
                   Tile_AccessPattern:$sourcePattern, Tile_TileType:$into, Tile_AccessPattern:$destinationPattern,
                   Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $predicate $predicatePattern `,` $source $sourcePattern `->` `into` $into $destinationPattern `on` $engine attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_CopyOp : Tile_EngineOp<"copy"> {
  let summary = "copies lanes; another type is a cast (copy)";
  let description = [{
    ```mlir
    %b = tile.copy %a [0:64, 0, 8*1] -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, psum>) -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_TileType:$source, Tile_AccessPattern:$sourcePattern, Tile_AccessPattern:$destinationPattern,
                   Optional<Tile_TileType>:$into, Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $source $sourcePattern `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_MemsetOp : Tile_EngineOp<"memset"> {
  let summary = "fills with one bit pattern (memset)";
  let description = [{
    `value` is the bit pattern of the destination's element type.

    ```mlir
    %z = tile.memset 0 -> [0:64, 0, 8*1] on gpsimd : () -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins I64Prop:$value, Tile_AccessPattern:$destinationPattern, Optional<Tile_TileType>:$into,
                   Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $value `->` (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_ActivateOp : Tile_EngineOp<"activate", [AttrSizedOperandSegments]> {
  let summary = "f(source * scale + bias), the inner step an fma (activate)";
  let description = [{
    ```mlir
    %b = tile.activate gelu %a [0:64, 0, 8*1] scale imm 0x3F800000 bias imm 0x0 -> [0:64, 0, 8*1] on scalar
      : (!tile.tile<64x8xf32, psum>) -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let arguments = (ins Tile_ActivationFunction:$function, Tile_TileType:$source, Tile_AccessPattern:$sourcePattern,
                   Tile_ScalarSource:$scale, Tile_ScalarSource:$bias, Tile_AccessPattern:$destinationPattern,
                   Optional<Tile_TileType>:$scalePointer, Optional<Tile_TileType>:$biasPointer, Optional<Tile_TileType>:$into,
                   Tile_Undecided:$address, Tile_Engine:$engine);
  let results = (outs Tile_TileType:$result);
  let assemblyFormat = [{
    $function $source $sourcePattern `scale` $scale (`(` $scalePointer^ `)`)? `bias` $bias (`(` $biasPointer^ `)`)? `->`
    (`into` $into^)? $destinationPattern (`at` $address^)? `on` $engine attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Phase synchronised
//===----------------------------------------------------------------------===//

def Tile_WaitOp : Tile_EngineOp<"wait"> {
  let summary = "blocks a stream until a semaphore is at least a value (semaphore_wait)";
  let description = "Lives in phase *synchronised* only.\n\n```mlir\ntile.wait semaphore 3 for 32 on vector\n```";
  let arguments = (ins I64Prop:$semaphore, I64Prop:$value, Tile_Engine:$engine);
  let assemblyFormat = "`semaphore` $semaphore `for` $value `on` $engine attr-dict";
}

def Tile_SignalOp : Tile_EngineOp<"signal"> {
  let summary = "adds to a semaphore when all earlier ops of the stream are complete (semaphore_add, or semaphore_subtract if negative)";
  let description = "Lives in phase *synchronised* only.\n\n```mlir\ntile.signal semaphore 3 by 1 on tensor\n```";
  let arguments = (ins I64Prop:$semaphore, Tile_SignedInteger:$value, Tile_Engine:$engine);
  let assemblyFormat = "`semaphore` $semaphore `by` $value `on` $engine attr-dict";
}

#endif
