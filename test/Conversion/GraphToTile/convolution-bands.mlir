// Images whose input does not fit SBUF, rows beyond 512 pixels, and weights that do not all fit.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// A row of 600 pixels is cut into columns; 4 bytes x 20 rows of 602 fit, 40 rows do not: bands of whole rows.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %0 {{.*}} -> into {{.*}} [1:1, 600, 12600*1]
// CHECK: tile.matmul {{.*}} -> [0:1, 0, 512*1]
// CHECK: tile.matmul {{.*}} -> [0:1, 0, 88*1]
// CHECK: tile.load %0 [45600, 12600*4] -> into {{.*}} [1:1, 0, 12600*1]
func.func @main(%x: tensor<1x1x40x600xf32>, %w: tensor<1x1x3x3xf32>) -> tensor<1x1x40x600xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x1x40x600xf32>, %1: tensor<1x1x3x3xf32>):
    %2 = graph.convolution %0, %1 strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
      : (tensor<1x1x40x600xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x40x600xf32>
    graph.yield %2 : tensor<1x1x40x600xf32>
  } : (tensor<1x1x40x600xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x40x600xf32>
  return %r : tensor<1x1x40x600xf32>
}

// -----

// One row of 20000 does not fit, nor may a stride be so long: bands of columns.
// CHECK-LABEL: func.func @main()
// CHECK: tile.load %0 [0, 13311*4] -> [0:1, 0, 13311*1]
// CHECK: tile.load %0 [53244, 6689*4] -> [0:1, 0, 6689*1]
func.func @main(%x: tensor<1x1x20000xf32>, %w: tensor<1x1x1xf32>) -> tensor<1x1x20000xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x1x20000xf32>, %1: tensor<1x1x1xf32>):
    %2 = graph.convolution %0, %1 strides = [1] pads = [0, 0] dilations = [1] groups = 1 k_cut = 128
      : (tensor<1x1x20000xf32>, tensor<1x1x1xf32>) -> tensor<1x1x20000xf32>
    graph.yield %2 : tensor<1x1x20000xf32>
  } : (tensor<1x1x20000xf32>, tensor<1x1x1xf32>) -> tensor<1x1x20000xf32>
  return %r : tensor<1x1x20000xf32>
}

// -----

// 36 chunks x 512 outputs take 72 KiB: the small image stays, weights come for 128 outputs at a time.
// CHECK-LABEL: func.func @main()
// CHECK-COUNT-4: tile.load %0
// CHECK-NOT: tile.load %0
// CHECK: tile.load %1 {{.*}} -> [0:128, 0, 128*1]
// CHECK-NOT: tile.load %0
// CHECK: return
func.func @main(%x: tensor<1x512x7x7xf32>, %w: tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x512x7x7xf32>, %1: tensor<512x512x3x3xf32>):
    %2 = graph.convolution %0, %1 strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
      : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32>
    graph.yield %2 : tensor<1x512x7x7xf32>
  } : (tensor<1x512x7x7xf32>, tensor<512x512x3x3xf32>) -> tensor<1x512x7x7xf32>
  return %r : tensor<1x512x7x7xf32>
}
