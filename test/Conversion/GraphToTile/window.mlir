// Pooling: padding values, one reduce per band, counts of an average near the edges.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// Planes of all images on partitions; a maximum pads with -inf.
// CHECK-LABEL: func.func @main()
// CHECK: tile.memset 4286578688 -> [0:128, 0, 9*1]
// CHECK: tile.load %0 [0, 8192*4] -> into {{.*}} [0:128, 10, 8*9, 8*1]
// CHECK: tile.reduce max {{.*}} [0:128, 0, 4*18, 4*2, 3*9, 3*1] axes 2 -> [0:128, 0, 16*1]
// CHECK: tile.store {{.*}} [0, 2048*4]
// CHECK: tile.load %0 [32768, {{.*}} -> into {{.*}} [0:2, 10, 8*9, 8*1]
// CHECK: tile.store {{.*}} [8192, 32*4]
func.func @main(%x: tensor<2x65x8x8xf32>) -> tensor<2x65x4x4xf32> {
  %r = graph.fusion window(%x) {
  ^bb0(%0: tensor<2x65x8x8xf32>):
    %1 = graph.window max %0 kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false
      : (tensor<2x65x8x8xf32>) -> tensor<2x65x4x4xf32>
    graph.yield %1 : tensor<2x65x4x4xf32>
  } : (tensor<2x65x8x8xf32>) -> tensor<2x65x4x4xf32>
  return %r : tensor<2x65x4x4xf32>
}

// -----

// An average over real elements only: 2 at both ends, 3 in between.
// CHECK-LABEL: func.func @main()
// CHECK: tile.memset 0 -> [0:1, 0, 1*1]
// CHECK: %[[S:.*]] = tile.reduce add
// CHECK: tile.tensor_scalar %[[S]] [0:1, 0, 1*1] divide imm 0x40000000
// CHECK: tile.tensor_scalar %[[S]] [0:1, 1, 3*1] divide imm 0x40400000
// CHECK: tile.tensor_scalar %[[S]] [0:1, 4, 1*1] divide imm 0x40000000
func.func @main(%x: tensor<1x1x5xf32>) -> tensor<1x1x5xf32> {
  %r = graph.fusion window(%x) {
  ^bb0(%0: tensor<1x1x5xf32>):
    %1 = graph.window average %0 kernel = [3] strides = [1] pads = [1, 1] dilations = [1] count_include_pad = false
      : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
    graph.yield %1 : tensor<1x1x5xf32>
  } : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  return %r : tensor<1x1x5xf32>
}

// -----

// With padded elements counted there is one count.
// CHECK-LABEL: func.func @main()
// CHECK: tile.tensor_scalar {{.*}} [0:1, 0, 5*1] divide imm 0x40400000
// CHECK-NOT: tile.tensor_scalar
func.func @main(%x: tensor<1x1x5xf32>) -> tensor<1x1x5xf32> {
  %r = graph.fusion window(%x) {
  ^bb0(%0: tensor<1x1x5xf32>):
    %1 = graph.window average %0 kernel = [3] strides = [1] pads = [1, 1] dilations = [1] count_include_pad = true
      : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
    graph.yield %1 : tensor<1x1x5xf32>
  } : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  return %r : tensor<1x1x5xf32>
}
