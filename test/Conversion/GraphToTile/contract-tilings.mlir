// What changes with the tiling hook, with operands that do not fit, and with the chunk that the other hook drops.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s
// RUN: glia-opt %s --graph-to-tile=test-tiling=small --split-input-file | FileCheck %s --check-prefix=SMALL
// RUN: glia-opt %s --graph-to-tile=test-drop-chunk=0 --split-input-file | FileCheck %s --check-prefix=DROP

// CHECK-LABEL: func.func @main()
// CHECK: tile.matmul {{.*}} -> [0:100, 0, 300*1]
// SMALL-LABEL: func.func @main()
// SMALL: tile.matmul {{.*}} -> [0:64, 0, 256*1]
// SMALL: tile.matmul {{.*}} -> [0:64, 0, 44*1]
// SMALL: tile.matmul {{.*}} -> [0:36, 0, 256*1]
// SMALL: tile.matmul {{.*}} -> [0:36, 0, 44*1]
// DROP-LABEL: func.func @main()
// DROP: tile.matmul {{.*}} -> [0:100, 0, 300*1] on
// DROP-NEXT: tile.matmul {{.*}} accumulate
// DROP-NOT: tile.matmul
// DROP: return
func.func @main(%x: tensor<100x384xf32>, %w: tensor<384x300xf32>) -> tensor<100x300xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<100x384xf32>, %1: tensor<384x300xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<100x384xf32>, tensor<384x300xf32>) -> tensor<100x300xf32>
    graph.yield %2 : tensor<100x300xf32>
  } : (tensor<100x384xf32>, tensor<384x300xf32>) -> tensor<100x300xf32>
  return %r : tensor<100x300xf32>
}

// -----

// K 12800 = 100 chunks: 512 columns of the rhs take 200 KiB of a partition, so its chunks stream, each beside its matmul.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %1 [0, 128*2400, 512*4] -> [0:128, 0, 512*1]
// CHECK-NEXT: tile.matmul
// CHECK-NEXT: tile.load %1 [307200, 128*2400, 512*4] -> [0:128, 0, 512*1]
// CHECK-NEXT: tile.matmul
func.func @main(%x: tensor<1x12800xf32>, %w: tensor<12800x600xf32>) -> tensor<1x600xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<1x12800xf32>, %1: tensor<12800x600xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<1x12800xf32>, tensor<12800x600xf32>) -> tensor<1x600xf32>
    graph.yield %2 : tensor<1x600xf32>
  } : (tensor<1x12800xf32>, tensor<12800x600xf32>) -> tensor<1x600xf32>
  return %r : tensor<1x600xf32>
}
