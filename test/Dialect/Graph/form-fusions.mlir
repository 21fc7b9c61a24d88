// RUN: glia-opt %s --graph-form-fusions --split-input-file | FileCheck %s
// RUN: glia-opt %s --graph-form-fusions=max-ops=1 --split-input-file | FileCheck %s --check-prefix=SINGLE

// CHECK-LABEL: func.func @epilogue
// CHECK: graph.fusion contract(%arg0, %arg1, %arg2)
// CHECK: graph.contract
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.relu
// CHECK-NEXT: graph.yield
// CHECK-NOT: graph.fusion
// SINGLE-LABEL: func.func @epilogue
// SINGLE-COUNT-3: graph.fusion
func.func @epilogue(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.add %0, %b : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %2 = graph.relu %1 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// -----

// The residual joins the later convolution; its other operand is an input.
// CHECK-LABEL: func.func @residual
// CHECK: %[[A:.*]] = graph.fusion convolution(%arg0, %arg1)
// CHECK: graph.relu
// CHECK: %[[B:.*]] = graph.fusion convolution(%[[A]], %arg1)
// CHECK: ^bb0(%[[X:.*]]: tensor<1x4x6x6xf32>, %{{.*}}: tensor<4x4x3x3xf32>):
// CHECK: %[[C:.*]] = graph.convolution %[[X]]
// CHECK: graph.add %[[C]], %[[X]]
// CHECK: graph.relu
// CHECK: return %[[B]]
func.func @residual(%x: tensor<1x4x6x6xf32>, %w: tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32> {
  %0 = graph.convolution %x, %w strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
       : (tensor<1x4x6x6xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  %1 = graph.relu %0 : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %2 = graph.convolution %1, %w strides = [1, 1] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
       : (tensor<1x4x6x6xf32>, tensor<4x4x3x3xf32>) -> tensor<1x4x6x6xf32>
  %3 = graph.add %2, %1 : (tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %4 = graph.relu %3 : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %4 : tensor<1x4x6x6xf32>
}

// -----

// A value that is used inside and outside is a result as well.
// CHECK-LABEL: func.func @multiple_uses
// CHECK: %[[R:.*]]:2 = graph.fusion contract
// CHECK: %[[C:.*]] = graph.contract
// CHECK: %[[E:.*]] = graph.exp %[[C]]
// CHECK: graph.yield %[[C]], %[[E]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @multiple_uses(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.exp %0 : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

// %2 needs %1, which needs %0: %2 may not go back into %0's group.
// CHECK-LABEL: func.func @no_circle
// CHECK: %[[A:.*]] = graph.fusion contract(%arg0)
// CHECK: %[[B:.*]] = graph.fusion row(%[[A]])
// CHECK: graph.softmax
// CHECK: graph.add
// CHECK: return %[[B]]
func.func @no_circle(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.contract %x, %x k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.softmax %0 axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// A circle through a reshape: %3 depends on its own would-be group.
// CHECK-LABEL: func.func @no_circle_through_reshape
// CHECK: graph.fusion elementwise(%arg0)
// CHECK: graph.reshape
// CHECK: graph.reshape
// CHECK: graph.fusion elementwise
func.func @no_circle_through_reshape(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.reshape %0 : (tensor<4x4xf32>) -> tensor<16xf32>
  %2 = graph.reshape %1 : (tensor<16xf32>) -> tensor<4x4xf32>
  %3 = graph.add %0, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// An elementwise op with one use is drawn into the root's group, even if it
// stands after the root.
// CHECK-LABEL: func.func @side_producer
// CHECK: graph.fusion contract(
// CHECK: graph.contract
// CHECK: graph.exp
// CHECK: graph.mul
// CHECK-NOT: graph.fusion
func.func @side_producer(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.contract %x, %x k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.exp %y : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.mul %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// What is before a root is not its epilogue; what grows the shape is not, too.
// CHECK-LABEL: func.func @shapes_and_prologues
// CHECK: graph.fusion elementwise(%arg0)
// CHECK: graph.fusion reduce(
// CHECK: graph.fusion elementwise(
// CHECK: graph.sub
func.func @shapes_and_prologues(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = graph.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.reduce sum %0 axes = [1] keepdims = true cut = 2048 : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = graph.sub %x, %1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// Roots that move elements stay alone; constants and reshapes stay outside.
// CHECK-LABEL: func.func @movement
// CHECK: %[[C:.*]] = graph.constant 0
// CHECK: %[[R:.*]] = graph.reshape
// CHECK: graph.fusion move(%[[R]])
// CHECK: graph.fusion elementwise(%{{.*}}, %[[C]])
func.func @movement(%x: tensor<12xf32>) -> tensor<4x3xf32> {
  %0 = graph.reshape %x : (tensor<12xf32>) -> tensor<3x4xf32>
  %1 = graph.transpose %0 permutation = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %2 = graph.constant 0 : tensor<3xf32>
  %3 = graph.add %1, %2 : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %3 : tensor<4x3xf32>
}

// -----

// The kernel's node is the root's, then come the others.
// CHECK-LABEL: func.func @locations
// CHECK: graph.fusion row
func.func @locations(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.softmax %x axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("3|Softmax|s")
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("7|Relu|")
  return %1 : tensor<4x4xf32>
}

// What comes from constants alone is computed first, so that the scale of a normalisation does not keep its product from going on.
// CHECK-LABEL: func.func @normalised
func.func @normalised(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x6xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<8x6xf32>
  %v = graph.constant 1 : tensor<6xf32>
  %g = graph.constant 2 : tensor<6xf32>
  // CHECK: %[[SCALE:.*]] = graph.fusion elementwise
  // CHECK: graph.sqrt
  // CHECK-NEXT: graph.div
  // CHECK: graph.fusion contract(%arg0, %{{.*}}, %[[SCALE]])
  // CHECK: graph.contract
  // CHECK-NEXT: graph.mul
  // CHECK-NOT: graph.fusion
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = graph.sqrt %v : (tensor<6xf32>) -> tensor<6xf32>
  %2 = graph.div %g, %1 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %3 = graph.mul %0, %2 : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}
