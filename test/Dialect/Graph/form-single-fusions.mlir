// RUN: glia-opt %s --graph-form-single-fusions | FileCheck %s

// CHECK-LABEL: func.func @each_op
// CHECK: %[[C:.*]] = graph.constant 0
// CHECK: %[[A:.*]] = graph.fusion contract(%arg0, %[[C]])
// CHECK: graph.yield
// CHECK: %[[B:.*]] = graph.fusion elementwise(%[[A]])
// CHECK: graph.add %[[X:.*]], %[[X]]
// CHECK: %[[D:.*]] = graph.reshape %[[B]]
// CHECK: return %[[D]]
func.func @each_op(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %w = graph.constant 0 : tensor<8x2xf32>
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.add %0, %0 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = graph.reshape %1 : (tensor<4x2xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// What is in a fusion already stays as it is.
// CHECK-LABEL: func.func @fused_already
// CHECK: graph.fusion elementwise
// CHECK-NOT: graph.fusion
func.func @fused_already(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4xf32>):
    %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
