// Taps in chunks, padding, strides, dilations, groups, channels beyond one chunk, one spatial dimension.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// Three channels, 7x7: a chunk is a kernel row, 21 partitions; copy t of the input is shifted by t columns; the stride is in the
// moving operand's pattern.
// CHECK-LABEL: func.func @main()
// CHECK: tile.memset 0 -> [0:21, 0, 93*1]
// CHECK: tile.load %0 {{.*}} -> into {{.*}} [0:3, 96, 32*31, 28*1]
// CHECK: tile.load %0 {{.*}} -> into {{.*}} [3:3, 95, 32*31, 29*1]
// CHECK: tile.load %0 {{.*}} -> into {{.*}} [18:3, 93, 32*31, 29*1]
// CHECK: tile.matmul {{.*}} [0:21, 0, 64*1], {{.*}} [0:21, 0, 16*62, 16*2] -> [0:64, 0, 256*1] on tensor
// CHECK: tile.matmul {{.*}} [0:21, 0, 64*1], {{.*}} [0:21, 31, 16*62, 16*2] -> into {{.*}} [0:64, 0, 256*1] accumulate
// CHECK-COUNT-5: tile.matmul
// CHECK-NOT: tile.matmul
// CHECK: tile.store {{.*}} [0, 16384*4]
func.func @main(%x: tensor<1x3x32x32xf32>, %w: tensor<64x3x7x7xf32>) -> tensor<1x64x16x16xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x3x32x32xf32>, %1: tensor<64x3x7x7xf32>):
    %2 = graph.convolution %0, %1 strides = [2, 2] pads = [3, 3, 3, 3] dilations = [1, 1] groups = 1 k_cut = 128
      : (tensor<1x3x32x32xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x16x16xf32>
    graph.yield %2 : tensor<1x64x16x16xf32>
  } : (tensor<1x3x32x32xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x16x16xf32>
  return %r : tensor<1x64x16x16xf32>
}

// -----

// 64 channels, 3x3: chunks of two taps and one tap of each kernel row. The last tap starts at column 2 of the first copy.
// CHECK-LABEL: func.func @main()
// CHECK: tile.matmul {{.*}} [0:128, 0, 8*1], {{.*}} [0:128, 0, 4*6, 4*1] -> [0:8, 0, 16*1] on tensor
// CHECK: tile.matmul {{.*}} [0:64, 0, 8*1], {{.*}} [0:64, 2, 4*6, 4*1] -> into
// CHECK: tile.matmul {{.*}} [0:128, 0, 8*1], {{.*}} [0:128, 6, 4*6, 4*1] -> into
func.func @main(%x: tensor<1x64x4x4xf32>, %w: tensor<8x64x3x3xf32>) -> tensor<1x8x4x4xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x64x4x4xf32>, %1: tensor<8x64x3x3xf32>):
    %2 = graph.convolution %0, %1 strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
      : (tensor<1x64x4x4xf32>, tensor<8x64x3x3xf32>) -> tensor<1x8x4x4xf32>
    graph.yield %2 : tensor<1x8x4x4xf32>
  } : (tensor<1x64x4x4xf32>, tensor<8x64x3x3xf32>) -> tensor<1x8x4x4xf32>
  return %r : tensor<1x8x4x4xf32>
}

// -----

// 200 channels: each tap is cut at 128; output channels beyond 128 make another tile of rows.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %0 [0, {{.*}} -> [0:128, 0, 16*1]
// CHECK: tile.load %0 [8192, {{.*}} -> [0:72, 0, 16*1]
// CHECK: tile.matmul {{.*}} [0:128, 0, 128*1], {{.*}} -> [0:128, 0, 16*1] on tensor
// CHECK: tile.matmul {{.*}} [0:72, 0, 128*1], {{.*}} -> into {{.*}} [0:128, 0, 16*1] accumulate
// CHECK: tile.matmul {{.*}} [0:128, 128, 2*1], {{.*}} -> [0:2, 0, 16*1] on tensor
// CHECK: tile.store {{.*}} [8192, 32*4]
func.func @main(%x: tensor<1x200x4x4xf32>, %w: tensor<130x200x1x1xf32>) -> tensor<1x130x4x4xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x200x4x4xf32>, %1: tensor<130x200x1x1xf32>):
    %2 = graph.convolution %0, %1 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] groups = 1 k_cut = 128
      : (tensor<1x200x4x4xf32>, tensor<130x200x1x1xf32>) -> tensor<1x130x4x4xf32>
    graph.yield %2 : tensor<1x130x4x4xf32>
  } : (tensor<1x200x4x4xf32>, tensor<130x200x1x1xf32>) -> tensor<1x130x4x4xf32>
  return %r : tensor<1x130x4x4xf32>
}

// -----

// Two groups with one dimension, a dilation and uneven padding; each group has its own channels of input, weight and result.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %0 [0, {{.*}} -> into {{.*}} [0:2, 3, 7*1]
// CHECK: tile.load %0 [0, {{.*}} -> into {{.*}} [2:2, 1, 9*1]
// CHECK: tile.matmul {{.*}} [0:6, 0, 3*1], {{.*}} -> [0:3, 0, 10*1]
// CHECK: tile.store {{.*}} [0, 30*4]
// CHECK: tile.load %0 [80, {{.*}} -> into {{.*}} [0:2, 3, 7*1]
// CHECK: tile.store {{.*}} [120, 30*4]
func.func @main(%x: tensor<1x4x10xf32>, %w: tensor<6x2x3xf32>) -> tensor<1x6x10xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x4x10xf32>, %1: tensor<6x2x3xf32>):
    %2 = graph.convolution %0, %1 strides = [1] pads = [3, 1] dilations = [2] groups = 2 k_cut = 128
      : (tensor<1x4x10xf32>, tensor<6x2x3xf32>) -> tensor<1x6x10xf32>
    graph.yield %2 : tensor<1x6x10xf32>
  } : (tensor<1x4x10xf32>, tensor<6x2x3xf32>) -> tensor<1x6x10xf32>
  return %r : tensor<1x6x10xf32>
}
