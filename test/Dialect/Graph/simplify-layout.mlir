// RUN: glia-opt %s --graph-simplify --split-input-file | FileCheck %s

// A scaling behind head splitting moves up to the product, and so into its
// kernel.
// CHECK-LABEL: func.func @elementwise_over_movement
// CHECK: %[[C:.*]] = graph.contract
// CHECK-NEXT: %[[M:.*]] = graph.mul %[[C]], %arg2 : (tensor<1x128x768xf32>, tensor<f32>) -> tensor<1x128x768xf32>
// CHECK-NEXT: %[[R:.*]] = graph.reshape %[[M]]
// CHECK-NEXT: %[[T:.*]] = graph.transpose %[[R]] permutation = [0, 2, 1, 3]
// CHECK-NEXT: return %[[T]]
func.func @elementwise_over_movement(%x: tensor<1x128x768xf32>, %w: tensor<768x768xf32>, %s: tensor<f32>) -> tensor<1x12x128x64xf32> {
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<1x128x768xf32>, tensor<768x768xf32>) -> tensor<1x128x768xf32>
  %1 = graph.reshape %0 : (tensor<1x128x768xf32>) -> tensor<1x128x12x64xf32>
  %2 = graph.transpose %1 permutation = [0, 2, 1, 3] : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
  %3 = graph.mul %2, %s : (tensor<1x12x128x64xf32>, tensor<f32>) -> tensor<1x12x128x64xf32>
  return %3 : tensor<1x12x128x64xf32>
}

// -----

// The element type may change on the way.
// CHECK-LABEL: func.func @cast_over_reshape
// CHECK: %[[C:.*]] = graph.cast %arg0 : (tensor<6xi64>) -> tensor<6xf32>
// CHECK: graph.reshape %[[C]] : (tensor<6xf32>) -> tensor<2x3xf32>
func.func @cast_over_reshape(%x: tensor<6xi64>) -> tensor<2x3xf32> {
  %0 = graph.reshape %x : (tensor<6xi64>) -> tensor<2x3xi64>
  %1 = graph.cast %0 : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// Not over what others use, with two real operands, or where the scalar has
// the larger rank.
// CHECK-LABEL: func.func @elementwise_stays
// CHECK: %[[T:.*]] = graph.transpose %arg0
// CHECK: graph.relu %[[T]]
// CHECK: %[[U:.*]] = graph.transpose %arg1
// CHECK: graph.add %[[T]], %[[U]]
// CHECK: %[[R:.*]] = graph.reshape %arg0 : (tensor<2x3xf32>) -> tensor<1x6x1xf32>
// CHECK: graph.mul %[[R]], %arg2
func.func @elementwise_stays(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %s: tensor<1x1x1xf32>)
    -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x6x1xf32>) {
  %0 = graph.transpose %x permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = graph.relu %0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = graph.transpose %y permutation = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = graph.add %0, %2 : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %4 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<1x6x1xf32>
  %5 = graph.mul %4, %s : (tensor<1x6x1xf32>, tensor<1x1x1xf32>) -> tensor<1x6x1xf32>
  return %1, %3, %5 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x6x1xf32>
}

// -----

// The reshape between two transposes sinks, they merge, and what is left of
// them is contract's own to turn.
// CHECK-LABEL: func.func @turned_operand
// CHECK: %[[T:.*]] = graph.transpose %arg1 permutation = [0, 2, 1, 3]
// CHECK: graph.contract %arg0, %[[T]] transpose_rhs k_cut = 128 : (tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>)
func.func @turned_operand(%q: tensor<1x12x128x64xf32>, %k: tensor<1x128x12x64xf32>) -> tensor<1x12x128x128xf32> {
  %0 = graph.transpose %k permutation = [0, 2, 1, 3] : (tensor<1x128x12x64xf32>) -> tensor<1x12x128x64xf32>
  %1 = graph.reshape %0 : (tensor<1x12x128x64xf32>) -> tensor<12x128x64xf32>
  %2 = graph.transpose %1 permutation = [0, 2, 1] : (tensor<12x128x64xf32>) -> tensor<12x64x128xf32>
  %3 = graph.reshape %2 : (tensor<12x64x128xf32>) -> tensor<1x12x64x128xf32>
  %4 = graph.contract %q, %3 k_cut = 128 : (tensor<1x12x128x64xf32>, tensor<1x12x64x128xf32>) -> tensor<1x12x128x128xf32>
  return %4 : tensor<1x12x128x128xf32>
}

// -----

// The same of a batch, which the reshape joins with the heads: both stay in front.
// CHECK-LABEL: func.func @turned_batch
// CHECK: %[[T:.*]] = graph.transpose %arg1 permutation = [0, 2, 1, 3]
// CHECK: graph.contract %arg0, %[[T]] transpose_rhs k_cut = 128 : (tensor<4x12x128x64xf32>, tensor<4x12x128x64xf32>)
func.func @turned_batch(%q: tensor<4x12x128x64xf32>, %k: tensor<4x128x12x64xf32>) -> tensor<4x12x128x128xf32> {
  %0 = graph.transpose %k permutation = [0, 2, 1, 3] : (tensor<4x128x12x64xf32>) -> tensor<4x12x128x64xf32>
  %1 = graph.reshape %0 : (tensor<4x12x128x64xf32>) -> tensor<48x128x64xf32>
  %2 = graph.transpose %1 permutation = [0, 2, 1] : (tensor<48x128x64xf32>) -> tensor<48x64x128xf32>
  %3 = graph.reshape %2 : (tensor<48x64x128xf32>) -> tensor<4x12x64x128xf32>
  %4 = graph.contract %q, %3 k_cut = 128 : (tensor<4x12x128x64xf32>, tensor<4x12x64x128xf32>) -> tensor<4x12x128x128xf32>
  return %4 : tensor<4x12x128x128xf32>
}

// -----

// Both operands turned, one twice; the second transpose keeps rows whole and so
// stays.
// CHECK-LABEL: func.func @both_operands
// CHECK: graph.contract %arg0, %arg1 transpose_lhs k_cut = 128
// CHECK: %[[T:.*]] = graph.transpose %arg2 permutation = [1, 0, 2]
// CHECK: graph.contract %[[T]], %arg3 k_cut
func.func @both_operands(%x: tensor<8x4xf32>, %y: tensor<8x3xf32>, %z: tensor<2x5x8xf32>, %w: tensor<8x3xf32>)
    -> (tensor<4x3xf32>, tensor<5x2x3xf32>) {
  %0 = graph.transpose %x permutation = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = graph.transpose %y permutation = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
  %2 = graph.contract %0, %1 transpose_rhs k_cut = 128 : (tensor<4x8xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
  %3 = graph.transpose %z permutation = [1, 0, 2] : (tensor<2x5x8xf32>) -> tensor<5x2x8xf32>
  %4 = graph.contract %3, %w k_cut = 128 : (tensor<5x2x8xf32>, tensor<8x3xf32>) -> tensor<5x2x3xf32>
  return %2, %4 : tensor<4x3xf32>, tensor<5x2x3xf32>
}

// -----

// A reshape that joins dimensions that move does not sink.
// CHECK-LABEL: func.func @joining_reshape
// CHECK: graph.reshape
// CHECK-NEXT: graph.transpose
func.func @joining_reshape(%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %0 = graph.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = graph.transpose %0 permutation = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// -----

// A cache that is turned for its new row and back is not turned at all.
// CHECK-LABEL: func.func @transposes_around_scatter
// CHECK-NEXT: %[[U:.*]] = graph.reshape %arg2 : (tensor<1x1x12x64xf32>) -> tensor<1x12x1x64xf32>
// CHECK-NEXT: %[[S:.*]] = graph.scatter %arg0, %arg1, %[[U]] axis = 2
// CHECK-NEXT: return %[[S]]
func.func @transposes_around_scatter(%x: tensor<1x12x128x64xf32>, %i: tensor<1xi64>, %u: tensor<1x1x12x64xf32>) -> tensor<1x12x128x64xf32> {
  %0 = graph.transpose %x permutation = [2, 0, 1, 3] : (tensor<1x12x128x64xf32>) -> tensor<128x1x12x64xf32>
  %1 = graph.scatter %0, %i, %u axis = 0 : (tensor<128x1x12x64xf32>, tensor<1xi64>, tensor<1x1x12x64xf32>) -> tensor<128x1x12x64xf32>
  %2 = graph.transpose %1 permutation = [1, 2, 0, 3] : (tensor<128x1x12x64xf32>) -> tensor<1x12x128x64xf32>
  return %2 : tensor<1x12x128x64xf32>
}

// -----

// Indices of two dimensions, and an axis that the transpose moves past them.
// CHECK-LABEL: func.func @updates_turn_with_the_data
// CHECK: %[[U:.*]] = graph.transpose %arg2 permutation = [3, 1, 2, 0] : (tensor<5x6x7x4xf32>) -> tensor<4x6x7x5xf32>
// CHECK: %[[S:.*]] = graph.scatter %arg0, %arg1, %[[U]] axis = 1 : (tensor<4x9x5xf32>, tensor<6x7xi64>, tensor<4x6x7x5xf32>)
// CHECK: graph.transpose %[[S]] permutation = [2, 1, 0]
func.func @updates_turn_with_the_data(%x: tensor<4x9x5xf32>, %i: tensor<6x7xi64>, %u: tensor<5x6x7x4xf32>) -> tensor<5x9x4xf32> {
  %0 = graph.transpose %x permutation = [2, 1, 0] : (tensor<4x9x5xf32>) -> tensor<5x9x4xf32>
  %1 = graph.scatter %0, %i, %u axis = 1 : (tensor<5x9x4xf32>, tensor<6x7xi64>, tensor<5x6x7x4xf32>) -> tensor<5x9x4xf32>
  return %1 : tensor<5x9x4xf32>
}
