//===- CollectiveOps.td - What several cores do together -------*- tablegen -*-===//
//
// Entries of a DMA queue that the cores of a replica group make together, in
// HBM. TileOps.td includes this file, whose base classes it uses.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_COLLECTIVEOPS_TD
#define GLIA_DIALECTS_TILE_COLLECTIVEOPS_TD

// `group` is a set of replica groups: an axis of `tile.grid`. Every core runs the same program, so that the n-th collective on a
// set is the same op on all of them.
class Tile_CollectiveOp<string mnemonic> : Tile_EngineOp<mnemonic> {
  dag from = (ins Tile_BufferType:$source, Tile_BufferPattern:$sourcePattern, Tile_BufferType:$destination,
              Tile_BufferPattern:$destinationPattern, I64Prop:$group, Tile_Engine:$engine, Tile_DmaIssue:$issue);
}

class Tile_ReducingCollectiveOp<string mnemonic> : Tile_CollectiveOp<mnemonic> {
  let arguments = !con((ins Tile_ReduceOperator:$reduceOp), from);
  let assemblyFormat = [{
    $reduceOp $source $sourcePattern `->` $destination $destinationPattern `group` $group `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_AllReduceOp : Tile_ReducingCollectiveOp<"all_reduce"> {
  let summary = "the sources of a group's cores reduced, on each of them (all_reduce)";
  let description = [{
    In rank order, in fp32 with one rounding at the end; integers are exact and wrap.

    ```mlir
    tile.all_reduce add %x [0, 64*4] -> %y [0, 64*4] group 0 on gpsimd : (!tile.buffer<64xf32>, !tile.buffer<64xf32>) -> ()
    ```
  }];
}

def Tile_AllGatherOp : Tile_CollectiveOp<"all_gather"> {
  let summary = "the sources of a group's cores one after the other, on each of them (all_gather)";
  let description = [{
    Block r of the destination, in the order of its walk, is the source of rank r.

    ```mlir
    tile.all_gather %x [0, 64*4] -> %y [0, 128*4] group 0 on gpsimd : (!tile.buffer<64xf32>, !tile.buffer<128xf32>) -> ()
    ```
  }];
  let arguments = from;
  let assemblyFormat = [{
    $source $sourcePattern `->` $destination $destinationPattern `group` $group `on` $engine (`issue` $issue^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tile_ReduceScatterOp : Tile_ReducingCollectiveOp<"reduce_scatter"> {
  let summary = "the sources of a group's cores reduced, a block of the result on each (reduce_scatter)";
  let description = [{
    As `tile.all_reduce`, but rank r has block r, in the order of the source's walk.

    ```mlir
    tile.reduce_scatter add %x [0, 128*4] -> %y [0, 64*4] group 0 on gpsimd : (!tile.buffer<128xf32>, !tile.buffer<64xf32>) -> ()
    ```
  }];
}

#endif
