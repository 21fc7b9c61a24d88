// RUN: glia-opt %s --graph-simplify --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @identities
// CHECK-NEXT: %[[R:.*]] = graph.relu %arg0
// CHECK-NEXT: return %[[R]]
func.func @identities(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = graph.transpose %0 permutation = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.broadcast %1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = graph.slice %2 starts = [0, 0] sizes = [2, 3] strides = [1, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = graph.cast %3 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = graph.pad %4 low = [0, 0] high = [0, 0] value = 0.0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = graph.concat %5 axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = graph.relu %6 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// -----

// A slice of the whole that turns a dimension round moves elements.
// CHECK-LABEL: func.func @reversal
// CHECK: graph.slice
func.func @reversal(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = graph.slice %x starts = [0, 2] sizes = [1, 3] strides = [1, -1] : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// CHECK-LABEL: func.func @empty_operands
// CHECK: graph.concat %arg0, %arg0 axis = 0
func.func @empty_operands(%x: tensor<2x3xf32>, %e: tensor<0x3xf32>) -> tensor<4x3xf32> {
  %0 = graph.concat %x, %e, %x axis = 0 : (tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @chains
// CHECK: %[[R:.*]] = graph.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
// CHECK: %[[T:.*]] = graph.transpose %arg0 permutation = [1, 2, 0]
// CHECK: graph.relu %arg0
func.func @chains(%x: tensor<2x3x4xf32>) -> (tensor<4x6xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>) {
  %0 = graph.reshape %x : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %1 = graph.reshape %0 : (tensor<24xf32>) -> tensor<4x6xf32>
  %2 = graph.transpose %x permutation = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %3 = graph.transpose %2 permutation = [1, 0, 2] : (tensor<4x3x2xf32>) -> tensor<3x4x2xf32>
  %4 = graph.transpose %2 permutation = [2, 1, 0] : (tensor<4x3x2xf32>) -> tensor<2x3x4xf32>
  %5 = graph.relu %4 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %1, %3, %5 : tensor<4x6xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_of_unit_dimensions
// CHECK: graph.reshape %{{.*}} : (tensor<4x1x5xf32>) -> tensor<1x4x5xf32>
func.func @transpose_of_unit_dimensions(%x: tensor<4x1x5xf32>) -> tensor<1x4x5xf32> {
  %0 = graph.transpose %x permutation = [1, 0, 2] : (tensor<4x1x5xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

// -----

// The second broadcast is what gives its result the shape, so it stays.
// CHECK-LABEL: func.func @broadcasts
// CHECK: %[[B:.*]] = graph.broadcast %arg1
// CHECK: graph.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>)
// CHECK: graph.relu %[[B]]
func.func @broadcasts(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = graph.broadcast %y : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = graph.add %x, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @equal_and_dead_ops
// CHECK-NEXT: %[[E:.*]] = graph.exp
// CHECK-NEXT: graph.add %[[E]], %[[E]]
// CHECK-NEXT: return
func.func @equal_and_dead_ops(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = graph.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  %2 = graph.tanh %x : (tensor<3xf32>) -> tensor<3xf32>
  %3 = graph.add %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// -----

// Nothing that computes goes: x * 1 and x + 0 may change bits (NaN, -0).
// CHECK-LABEL: func.func @arithmetic_stays
// CHECK: graph.mul
// CHECK: graph.neg
// CHECK: graph.neg
func.func @arithmetic_stays(%x: tensor<3xf32>, %y: tensor<f32>) -> tensor<3xf32> {
  %0 = graph.mul %x, %y : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = graph.neg %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = graph.neg %1 : (tensor<3xf32>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// -----

// Without a store constants are opaque.
// CHECK-LABEL: func.func @constants
// CHECK: graph.transpose
func.func @constants() -> tensor<3x2xf32> {
  %0 = graph.constant 0 : tensor<2x3xf32>
  %1 = graph.transpose %0 permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

// Results never share memory with arguments, constants or each other; what the
// first merging made equal is copied, too.
// CHECK-LABEL: func.func @shared_results
// CHECK: %[[R:.*]] = graph.relu %arg0
// CHECK: %[[S:.*]] = graph.reshape %[[R]]
// CHECK: %[[A:.*]] = graph.broadcast %arg0 : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[B:.*]] = graph.broadcast %[[S]] : (tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK: %[[C:.*]] = graph.broadcast %[[R]] : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: return %[[A]], %[[R]], %[[B]], %[[C]]
func.func @shared_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>
  %3 = graph.broadcast %x : (tensor<4xf32>) -> tensor<4xf32>
  return %3, %0, %2, %1 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>
}
