// The ops between cores survive a round trip through text, generic text and bytecode.
// RUN: glia-opt %s | glia-opt | FileCheck %s
// RUN: glia-opt %s --mlir-print-op-generic | glia-opt | FileCheck %s
// RUN: glia-opt %s --emit-bytecode | glia-opt | FileCheck %s

// CHECK: tile.grid = array<i64: 2, 4>
module attributes {tile.grid = array<i64: 2, 4>} {
  // CHECK-LABEL: func.func @main
  func.func @main() {
    // CHECK: tile.buffer input "x" split [-1, 1] : <8x64xf32>
    %x = tile.buffer input "x" split [-1, 1] : !tile.buffer<8x64xf32>
    // CHECK: tile.buffer output "y" at 4096 split [0, -1] : <32x64xf32>
    %y = tile.buffer output "y" at 4096 split [0, -1] : !tile.buffer<32x64xf32>
    %h = tile.buffer scratch "" : !tile.buffer<8x64xf32>
    // CHECK: tile.all_reduce add %{{.*}} [0, 512*4] -> %{{.*}} [0, 512*4] group 0 on gpsimd issue queue 15 signals 107 mask 2
    tile.all_reduce add %x [0, 512*4] -> %h [0, 512*4] group 0 on gpsimd issue queue 15 signals 107 mask 2
      : (!tile.buffer<8x64xf32>, !tile.buffer<8x64xf32>) -> ()
    // CHECK: tile.all_gather %{{.*}} [0, 512*4] -> %{{.*}} [0, 4*256, 8*1024, 64*4] group 1 on sync
    tile.all_gather %h [0, 512*4] -> %y [0, 4*256, 8*1024, 64*4] group 1 on sync : (!tile.buffer<8x64xf32>, !tile.buffer<32x64xf32>) -> ()
    // CHECK: tile.reduce_scatter max %{{.*}} [0, 4*256, 8*1024, 64*4] -> %{{.*}} [0, 512*4] group 1 on sync
    tile.reduce_scatter max %y [0, 4*256, 8*1024, 64*4] -> %h [0, 512*4] group 1 on sync : (!tile.buffer<32x64xf32>, !tile.buffer<8x64xf32>) -> ()
    return
  }
}
