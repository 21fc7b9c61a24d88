// Chunks of K in one PSUM chain, uneven edges, transposed operands, batches, single rows.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// K 300 = 128 + 128 + 44, ascending in one chain; N 600 = 512 + 88; the rhs is loaded once, with all of its columns.
// CHECK-LABEL: func.func @main()
// CHECK: %[[W0:.*]] = tile.load {{.*}} [0, 76800*4] -> [0:128, 0, 600*1]
// CHECK: %[[W1:.*]] = tile.load {{.*}} [307200, 76800*4] -> [0:128, 0, 600*1]
// CHECK: %[[W2:.*]] = tile.load {{.*}} [614400, 26400*4] -> [0:44, 0, 600*1]
// CHECK: %[[X:.*]] = tile.load {{.*}} [0, 1500*4] -> [0:5, 0, 300*1]
// CHECK: %[[T0:.*]] = tile.transpose %[[X]] [0:5, 0, 128*1] -> [0:128, 0, 5*1]
// CHECK: %[[L0:.*]] = tile.copy %[[T0]]
// CHECK: tile.transpose %[[X]] [0:5, 128, 128*1]
// CHECK: tile.transpose %[[X]] [0:5, 256, 44*1] -> [0:44, 0, 5*1]
// CHECK: %[[S0:.*]] = tile.matmul %[[L0]] [0:128, 0, 5*1], %[[W0]] [0:128, 0, 512*1] -> [0:5, 0, 512*1] on tensor
// CHECK: %[[S1:.*]] = tile.matmul %{{.*}}, %[[W1]] [0:128, 0, 512*1] -> into %[[S0]] [0:5, 0, 512*1] accumulate
// CHECK: %[[S2:.*]] = tile.matmul %{{.*}} [0:44, 0, 5*1], %[[W2]] [0:44, 0, 512*1] -> into %[[S1]] [0:5, 0, 512*1] accumulate
// CHECK: tile.store {{.*}} [0, 5*2400, 512*4]
// CHECK: tile.matmul %[[L0]] {{.*}}, %[[W0]] [0:128, 512, 88*1] -> [0:5, 0, 88*1] on tensor
// CHECK: tile.store {{.*}} [2048, 5*2400, 88*4]
// CHECK-NOT: tile.load
func.func @main(%x: tensor<5x300xf32>, %w: tensor<300x600xf32>) -> tensor<5x600xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<5x300xf32>, %1: tensor<300x600xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<5x300xf32>, tensor<300x600xf32>) -> tensor<5x600xf32>
    graph.yield %2 : tensor<5x600xf32>
  } : (tensor<5x300xf32>, tensor<300x600xf32>) -> tensor<5x600xf32>
  return %r : tensor<5x600xf32>
}

// -----

// Batch dimensions of the lhs are rows where the rhs has none: 2 x 3 rows in one product.
// CHECK-LABEL: func.func @main()
// CHECK: tile.matmul {{.*}} -> [0:6, 0, 4*1]
// CHECK-NOT: tile.matmul
func.func @main(%x: tensor<2x3x8xf32>, %w: tensor<8x4xf32>) -> tensor<2x3x4xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<2x3x8xf32>, %1: tensor<8x4xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<2x3x8xf32>, tensor<8x4xf32>) -> tensor<2x3x4xf32>
    graph.yield %2 : tensor<2x3x4xf32>
  } : (tensor<2x3x8xf32>, tensor<8x4xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}

// -----

// A broadcast lhs, a batch in the rhs; transpose_lhs loads as it is, transpose_rhs goes through the Tensor engine.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %{{.*}} [0, 32*4] -> [0:4, 0, 8*1]
// CHECK: tile.transpose %{{.*}} [0:4, 0, 8*1] -> [0:8, 0, 4*1]
// CHECK: tile.load %0 [0, 24*4] -> [0:8, 0, 3*1]
// CHECK: tile.matmul
// CHECK: tile.store {{.*}} [0, 12*4]
// CHECK: tile.load %{{.*}} [128, 32*4] -> [0:4, 0, 8*1]
// CHECK: tile.load %0 [0, 24*4] -> [0:8, 0, 3*1]
// CHECK: tile.store {{.*}} [48, 12*4]
func.func @main(%x: tensor<1x8x3xf32>, %w: tensor<2x4x8xf32>) -> tensor<2x3x4xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<1x8x3xf32>, %1: tensor<2x4x8xf32>):
    %2 = graph.contract %0, %1 transpose_lhs transpose_rhs k_cut = 128 : (tensor<1x8x3xf32>, tensor<2x4x8xf32>) -> tensor<2x3x4xf32>
    graph.yield %2 : tensor<2x3x4xf32>
  } : (tensor<1x8x3xf32>, tensor<2x4x8xf32>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}

// -----

// A single row is loaded as a column: no transpose.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %0 [0, 128*4] -> [0:128, 0, 1*1]
// CHECK: tile.load %0 [512, 2*4] -> [0:2, 0, 1*1]
// CHECK-NOT: tile.transpose
func.func @main(%x: tensor<1x130xf32>, %w: tensor<130x4xf32>) -> tensor<1x4xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<1x130xf32>, %1: tensor<130x4xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<1x130xf32>, tensor<130x4xf32>) -> tensor<1x4xf32>
    graph.yield %2 : tensor<1x4xf32>
  } : (tensor<1x130xf32>, tensor<130x4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

// An empty sum is +0.
// CHECK-LABEL: func.func @main()
// CHECK: tile.memset 0 -> [0:2, 0, 4*1]
// CHECK: tile.store
func.func @main(%x: tensor<2x0xf32>, %w: tensor<0x4xf32>) -> tensor<2x4xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<2x0xf32>, %1: tensor<0x4xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
    graph.yield %2 : tensor<2x4xf32>
  } : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
