// Convolutions of single channels on Scalar and Vector.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// Channels on partitions; per tap a product that rounds, then a sum.
// CHECK-LABEL: func.func @main()
// CHECK: %[[W:.*]] = tile.load {{.*}} -> [0:128, 0, 9*1]
// CHECK: %[[X:.*]] = tile.load %0 [0, {{.*}} -> into {{.*}} [0:128, 10, 8*9, 8*1]
// CHECK: %[[P0:.*]] = tile.activate copy %[[X]] [0:128, 0, 4*18, 4*2] scale ptr [0, 0](%[[W]]) bias imm 0x0 -> [0:128, 0, 16*1] on scalar
// CHECK: %[[P1:.*]] = tile.activate copy %[[X]] [0:128, 1, 4*18, 4*2] scale ptr [0, 1](%[[W]])
// CHECK: tile.tensor_tensor %[[P0]] [0:128, 0, 16*1] add %[[P1]] [0:128, 0, 16*1] -> [0:128, 0, 16*1] on vector
// CHECK: tile.activate copy {{.*}} scale ptr [0, 8]
// CHECK: tile.store {{.*}} [0, 2048*4]
// The last two channels.
// CHECK: tile.load {{.*}} -> [0:2, 0, 9*1]
// CHECK-NOT: tile.matmul
func.func @main(%x: tensor<1x130x8x8xf32>, %w: tensor<130x1x3x3xf32>) -> tensor<1x130x4x4xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x130x8x8xf32>, %1: tensor<130x1x3x3xf32>):
    %2 = graph.convolution %0, %1 strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 130 k_cut = 1
      : (tensor<1x130x8x8xf32>, tensor<130x1x3x3xf32>) -> tensor<1x130x4x4xf32>
    graph.yield %2 : tensor<1x130x4x4xf32>
  } : (tensor<1x130x8x8xf32>, tensor<130x1x3x3xf32>) -> tensor<1x130x4x4xf32>
  return %r : tensor<1x130x4x4xf32>
}

// -----

// Where products do not round, or a channel has two outputs, the Tensor engine takes it.
// CHECK-LABEL: func.func @main()
// CHECK-COUNT-2: tile.matmul
// CHECK-NOT: tile.activate copy
func.func @main(%x: tensor<1x2x3xf32>, %w: tensor<4x1x1xf32>) -> tensor<1x4x3xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x2x3xf32>, %1: tensor<4x1x1xf32>):
    %2 = graph.convolution %0, %1 strides = [1] pads = [0, 0] dilations = [1] groups = 2 k_cut = 1
      : (tensor<1x2x3xf32>, tensor<4x1x1xf32>) -> tensor<1x4x3xf32>
    graph.yield %2 : tensor<1x4x3xf32>
  } : (tensor<1x2x3xf32>, tensor<4x1x1xf32>) -> tensor<1x4x3xf32>
  return %r : tensor<1x4x3xf32>
}
