// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// What stays contiguous is the innermost run of one copy.
// CHECK-LABEL: func.func @main
// CHECK: tile.copy_buffer %{{.*}} [0, 196608*4] -> %{{.*}} [0, 2*393216, 12*256, 128*3072, 64*4]
// CHECK-NEXT: return
func.func @main(%x: tensor<2x12x128x64xf32>) -> tensor<2x128x12x64xf32> {
  %r = graph.fusion move(%x) {
  ^bb0(%0: tensor<2x12x128x64xf32>):
    %1 = graph.transpose %0 permutation = [0, 2, 1, 3] : (tensor<2x12x128x64xf32>) -> tensor<2x128x12x64xf32>
    graph.yield %1 : tensor<2x128x12x64xf32>
  } : (tensor<2x12x128x64xf32>) -> tensor<2x128x12x64xf32>
  return %r : tensor<2x128x12x64xf32>
}

// -----

// Six separate dimensions are more than five pairs: two copies.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: tile.copy_buffer
// CHECK-NOT: tile.copy_buffer
func.func @main(%x: tensor<2x3x4x5x6x7xi64>) -> tensor<7x6x5x4x3x2xi64> {
  %r = graph.fusion move(%x) {
  ^bb0(%0: tensor<2x3x4x5x6x7xi64>):
    %1 = graph.transpose %0 permutation = [5, 4, 3, 2, 1, 0] : (tensor<2x3x4x5x6x7xi64>) -> tensor<7x6x5x4x3x2xi64>
    graph.yield %1 : tensor<7x6x5x4x3x2xi64>
  } : (tensor<2x3x4x5x6x7xi64>) -> tensor<7x6x5x4x3x2xi64>
  return %r : tensor<7x6x5x4x3x2xi64>
}

// -----

// A negative step starts at the last element.
// CHECK-LABEL: func.func @main
// CHECK: tile.copy_buffer %{{.*}} [12, 2*16, 2*-8] -> %{{.*}} [0, 4*4]
func.func @main(%x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %r = graph.fusion move(%x) {
  ^bb0(%0: tensor<2x4xf32>):
    %y = graph.slice %0 starts = [0, 3] sizes = [2, 2] strides = [1, -2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
    graph.yield %y : tensor<2x2xf32>
  } : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// A concatenation is one copy per operand, an empty operand none.
// CHECK-LABEL: func.func @main
// CHECK: tile.copy_buffer %{{.*}} [0, 6*1] -> %[[R:.*]] [0, 2*8, 3*1]
// CHECK-NEXT: tile.copy_buffer %{{.*}} [0, 10*1] -> %[[R]] [3, 2*8, 5*1]
// CHECK-NEXT: return
func.func @main(%x: tensor<2x3xi1>, %e: tensor<2x0xi1>, %z: tensor<2x5xi1>) -> tensor<2x8xi1> {
  %r = graph.fusion move(%x, %e, %z) {
  ^bb0(%0: tensor<2x3xi1>, %1: tensor<2x0xi1>, %2: tensor<2x5xi1>):
    %y = graph.concat %0, %1, %2 axis = 1 : (tensor<2x3xi1>, tensor<2x0xi1>, tensor<2x5xi1>) -> tensor<2x8xi1>
    graph.yield %y : tensor<2x8xi1>
  } : (tensor<2x3xi1>, tensor<2x0xi1>, tensor<2x5xi1>) -> tensor<2x8xi1>
  return %r : tensor<2x8xi1>
}

// -----

// A source that repeats has stride 0.
// CHECK-LABEL: func.func @main
// CHECK: tile.copy_buffer %{{.*}} [0, 3*0, 4*4, 5*0] -> %{{.*}} [0, 60*4]
func.func @main(%x: tensor<4x1xf32>) -> tensor<3x4x5xf32> {
  %r = graph.fusion move(%x) {
  ^bb0(%0: tensor<4x1xf32>):
    %y = graph.broadcast %0 : (tensor<4x1xf32>) -> tensor<3x4x5xf32>
    graph.yield %y : tensor<3x4x5xf32>
  } : (tensor<4x1xf32>) -> tensor<3x4x5xf32>
  return %r : tensor<3x4x5xf32>
}

// -----

// The border comes from one filled tile, the interior is copied.
// CHECK-LABEL: func.func @main
// CHECK: %[[F:.*]] = tile.memset 1065353216 -> [0:2, 0, 2*1]
// CHECK-NEXT: tile.store %[[F]] [0:1, 0, 2*1] -> %[[R:.*]] [0, 2*24]
// CHECK-NEXT: tile.store %[[F]] [0:2, 0, 2*1] -> %[[R]] [16, 2*24, 2*4]
// CHECK-NEXT: tile.copy_buffer %{{.*}} [0, 6*4] -> %[[R]] [4, 2*24, 3*4]
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x6xf32> {
  %r = graph.fusion move(%x) {
  ^bb0(%0: tensor<2x3xf32>):
    %y = graph.pad %0 low = [0, 1] high = [0, 2] value = 1.000000e+00 : (tensor<2x3xf32>) -> tensor<2x6xf32>
    graph.yield %y : tensor<2x6xf32>
  } : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}
