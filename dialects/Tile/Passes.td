//===- Passes.td - Passes of the tile dialect -----------------*- tablegen -*-===//
//
// From tiles in program order to tiles with addresses, queues and semaphores.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_PASSES_TD
#define GLIA_DIALECTS_TILE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ForwardCopiesPass : Pass<"tile-forward-copies", "::mlir::func::FuncOp"> {
  let summary = "within tiled: who reads a copy reads its source, who writes a source writes the copy";
  let description = [{
    A copy between buffers goes where all loads of its destination can be loads of its source, or where all stores of its source can
    be stores of its destination, whichever is less scattered. No value changes.

    ```mlir
    tile.copy_buffer %x [0, 2*32, 4*64, 8*4] -> %y [0, 64*4] on sync : ...
    %a = tile.load %y [128, 32*4] -> [0:4, 0, 8*1] on sync : ...
    // becomes
    %a = tile.load %x [32, 4*64, 8*4] -> [0:4, 0, 8*1] on sync : ...
    ```
  }];
  let statistics = [Statistic<"forwarded", "forwarded", "copies that are gone">];
}

def KeepOnChipPass : Pass<"tile-keep-on-chip", "::mlir::func::FuncOp"> {
  let summary = "within tiled: what one kernel leaves for another stays in SBUF";
  let description = [{
    A scratch buffer that is stored first and then loaded becomes rows in tiles of 128 partitions, each store and load a few moves
    between tiles, if there is room from its first store to its last load. The row length is that of the accesses that takes the
    fewest moves. What saves most HBM traffic for the room it takes goes first. No value changes.

    ```mlir
    tile.store %a [0:64, 0, 8*1] -> %h [0, 512*4] on sync : ...
    %b = tile.load %h [0, 512*4] -> [0:32, 0, 16*1] on sync : ...
    // becomes
    %r = tile.move %a [0:64, 0, 8*1] -> [0:64, 0, 8*1] on sync : ...
    %b = tile.move %r [0:64, 0, 8*1] -> [0:32, 0, 16*1] on sync : ...
    ```
  }];
  let options = [Option<"target", "target", "std::string", /*default=*/"\"trn2\"", "machine whose sizes count">];
  let statistics = [
    Statistic<"kept", "kept", "buffers that stay on chip">,
    Statistic<"moves", "moves", "moves in place of stores and loads">,
    Statistic<"bytesSaved", "bytes-saved", "HBM traffic less">,
  ];
}

def SchedulePass : Pass<"tile-schedule", "::mlir::func::FuncOp"> {
  let summary = "tiled to scheduled: the linear order and the DMA queues";
  let description = [{
    List scheduling over engine timelines: the op that can start first comes next, the longest path to the end decides between
    equals. An op is hoisted only over a bounded window, and only where everything from there on still fits into SBUF and PSUM in
    program order; a trial allocation confirms it, else a smaller window is taken. A queue belongs to one stream; a store is
    issued by the stream that made its tile, everything else by the stream that the op names.

    ```mlir
    %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync : ...
    // becomes
    %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync issue queue 0 : ...
    ```

    With `straight`, the order stays, one queue per stream is used, and the function is marked `tile.full_barriers`.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"trn2\"", "machine whose sizes and costs count">,
    Option<"straight", "straight", "bool", /*default=*/"false", "keep the order, mark full barriers (-O0)">,
    Option<"window", "window", "unsigned", /*default=*/"512", "how far an op may be hoisted, in ops">,
  ];
  let statistics = [
    Statistic<"moved", "moved", "ops that are not where they were">,
    Statistic<"nanoseconds", "nanoseconds", "end of the last op by the scheduler's own model">,
  ];
}

def AllocatePass : Pass<"tile-allocate", "::mlir::func::FuncOp"> {
  let summary = "scheduled to allocated: addresses of tiles and buffers";
  let description = [{
    A chain of tile versions has one address from the op that makes its first version to its last reader: a byte offset in the
    partition, a multiple of 64 in SBUF, of a bank in PSUM. Addresses go round so that reuse comes late. In HBM inputs,
    outputs and states come first, 4096-aligned, then constants, then scratch buffers by their life times.

    ```mlir
    %t = tile.memset 0 -> [0:64, 0, 8*1] on gpsimd : () -> !tile.tile<64x8xf32, sbuf>
    // becomes
    %t = tile.memset 0 -> [0:64, 0, 8*1] at 0 on gpsimd : () -> !tile.tile<64x8xf32, sbuf>
    ```
  }];
  let options = [Option<"target", "target", "std::string", /*default=*/"\"trn2\"", "machine whose sizes count">];
  let statistics = [
    Statistic<"sbufPeak", "sbuf-peak-bytes", "highest byte of SBUF used, per partition">,
    Statistic<"psumPeak", "psum-peak-banks", "most PSUM banks used">,
    Statistic<"hbmBytes", "hbm-bytes", "size of the HBM image">,
  ];
}

def SynchronisePass : Pass<"tile-synchronise", "::mlir::func::FuncOp"> {
  let summary = "allocated to synchronised: semaphores";
  let description = [{
    The order of the ops is what the program means; streams and queues run beside each other. Every pair of accesses to the same
    bytes, one of them a write, gets its order from a semaphore, unless streams, queues or earlier waits imply it. At the end
    each stream waits for its queues and brings its semaphores back to zero. `tile.full_barriers` is obeyed.

    ```mlir
    tile.wait semaphore 33 for 16 on vector       // the load on queue 0 is complete
    %b = tile.copy %a ... on vector
    tile.signal semaphore 9 by 1 on vector        // sync may store %b
    ```
  }];
  let statistics = [
    Statistic<"waits", "waits", "waits inserted">,
    Statistic<"signals", "signals", "signals inserted, those of DMAs included">,
  ];
}

def VerifyPhasePass : Pass<"tile-verify-phase", "::mlir::func::FuncOp"> {
  let summary = "checks what holds in a phase of the tile dialect";
  let description = [{
    `tiled`: no queues, addresses or semaphores yet; inputs and constants are only read. `scheduled`: every DMA has a queue, each
    queue has one stream. `allocated`: every tile and buffer has an aligned address inside its space. `synchronised`: every
    semaphore ends at zero and no wait asks for more than is added before it.
  }];
  let options = [Option<"phase", "phase", "std::string", /*default=*/"", "tiled, scheduled, allocated or synchronised">,
                 Option<"target", "target", "std::string", /*default=*/"\"trn2\"", "machine whose sizes count">];
}

#endif
