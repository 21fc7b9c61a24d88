// RUN: glia-opt %s --graph-form-fusions --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The fusion's location names its nodes, the root's first.
// CHECK: ^bb0
// CHECK: } : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc(fused["3|Softmax|s|t", "2|Exp|", "7|Relu|"])
func.func @locations(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.exp %y : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("2|Exp|")
  %1 = graph.softmax %x axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("3|Softmax|s|t")
  %2 = graph.mul %1, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("7|Relu|")
  return %2 : tensor<4x4xf32>
}
