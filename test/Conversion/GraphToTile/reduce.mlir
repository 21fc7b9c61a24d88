// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// Several rows a partition, one instruction; the mean divides the sum.
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.*]] = tile.load %{{.*}} [0, 100352*4] -> [0:128, 0, 784*1]
// CHECK-NEXT: %[[S:.*]] = tile.reduce add %[[X]] [0:128, 0, 16*49, 49*1] axes 1 -> [0:128, 0, 16*1]
// CHECK-NEXT: tile.tensor_scalar %[[S]] [0:128, 0, 16*1] divide imm 0x42440000, bypass
// CHECK-NEXT: tile.store %{{.*}} -> %{{.*}} [0, 2048*4]
func.func @main(%x: tensor<1x2048x7x7xf32>) -> tensor<1x2048x1x1xf32> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<1x2048x7x7xf32>):
    %y = graph.reduce mean %0 axes = [2, 3] keepdims = true cut = 2048 : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x1x1xf32>
    graph.yield %y : tensor<1x2048x1x1xf32>
  } : (tensor<1x2048x7x7xf32>) -> tensor<1x2048x1x1xf32>
  return %r : tensor<1x2048x1x1xf32>
}

// -----

// The reduced axis comes to the innermost place by a strided load.
// CHECK-LABEL: func.func @main
// CHECK: tile.load %{{.*}} [0, 600*4, 10*2400] -> [0:120, 0, 50*1]
// CHECK-NEXT: tile.reduce max %{{.*}} [0:120, 0, 5*10, 10*1] axes 1
func.func @main(%x: tensor<10x600xf32>) -> tensor<600xf32> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<10x600xf32>):
    %y = graph.reduce max %0 axes = [0] keepdims = false cut = 2048 : (tensor<10x600xf32>) -> tensor<600xf32>
    graph.yield %y : tensor<600xf32>
  } : (tensor<10x600xf32>) -> tensor<600xf32>
  return %r : tensor<600xf32>
}

// -----

// Pieces of 2048 join in ascending order; then the epilogue.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = tile.reduce add %[[X:.*]] [0:3, 0, 2048*1] axes 1
// CHECK-NEXT: %[[B:.*]] = tile.reduce add %[[X]] [0:3, 2048, 2048*1] axes 1
// CHECK-NEXT: %[[AB:.*]] = tile.tensor_tensor %[[A]] [0:3, 0, 1*1] add %[[B]]
// CHECK-NEXT: %[[C:.*]] = tile.reduce add %[[X]] [0:3, 4096, 904*1] axes 1
// CHECK-NEXT: %[[ABC:.*]] = tile.tensor_tensor %[[AB]] [0:3, 0, 1*1] add %[[C]]
// CHECK-NEXT: tile.activate sqrt %[[ABC]]
func.func @main(%x: tensor<3x5000xf32>) -> tensor<3xf32> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<3x5000xf32>):
    %y = graph.reduce sum %0 axes = [1] keepdims = false cut = 2048 : (tensor<3x5000xf32>) -> tensor<3xf32>
    %z = graph.sqrt %y : (tensor<3xf32>) -> tensor<3xf32>
    graph.yield %z : tensor<3xf32>
  } : (tensor<3x5000xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// Rows longer than a partition are loaded piece by piece; a piece of two
// separate axes is put together from boxes.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = tile.load %{{.*}} [0, 2*60000, 2048*4] -> [0:2, 0, 2048*1]
// CHECK: %[[B:.*]] = tile.load %{{.*}} [57344, 2*60000, 664*4] -> [0:2, 0, 664*1]
// CHECK-NEXT: tile.load %{{.*}} [120000, 2*60000, 1384*4] -> into %[[B]] [0:2, 664, 1384*1]
func.func @main(%x: tensor<4x2x15000xf32>) -> tensor<2xf32> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<4x2x15000xf32>):
    %y = graph.reduce sum %0 axes = [0, 2] keepdims = false cut = 2048 : (tensor<4x2x15000xf32>) -> tensor<2xf32>
    graph.yield %y : tensor<2xf32>
  } : (tensor<4x2x15000xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Integers are folded in halves on GpSimd, exactly.
// CHECK-LABEL: func.func @main
// CHECK: %[[H:.*]] = tile.tensor_tensor %[[X:.*]] [0:4, 0, 2*1] add %[[X]] [0:4, 3, 2*1] -> [0:4, 0, 2*1] on gpsimd
// CHECK-NEXT: %[[M:.*]] = tile.copy %[[X]] [0:4, 2, 1*1] -> into %[[H]] [0:4, 2, 1*1] on gpsimd
func.func @main(%x: tensor<4x5xi64>) -> tensor<4xi64> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<4x5xi64>):
    %y = graph.reduce sum %0 axes = [1] keepdims = false cut = 2048 : (tensor<4x5xi64>) -> tensor<4xi64>
    graph.yield %y : tensor<4xi64>
  } : (tensor<4x5xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}
