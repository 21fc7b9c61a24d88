// RUN: glia-opt %s | glia-opt | FileCheck %s
// RUN: glia-opt --graph-form-fusions %s | FileCheck %s --check-prefix=FUSED

// CHECK-LABEL: func.func @main
// CHECK-SAME: graph.split = array<i64: 1, -1>
// CHECK: graph.all_reduce %{{.*}} axis = 1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK: graph.all_gather %{{.*}} dim = 1 axis = 0 parts = 3 : (tensor<4x6xf32>) -> tensor<4x18xf32>
// CHECK: graph.reduce_scatter %{{.*}} dim = 0 axis = 1 parts = 2 : (tensor<4x18xf32>) -> tensor<2x18xf32>

// Each stands alone: what comes before and behind it is in other fusions.
// FUSED-LABEL: func.func @main
// FUSED: graph.fusion elementwise
// FUSED: graph.fusion collective
// FUSED-NEXT: ^bb0
// FUSED-NEXT: graph.all_reduce
// FUSED-NEXT: graph.yield
// FUSED: graph.fusion elementwise
// FUSED: graph.fusion collective
// FUSED-NEXT: ^bb0
// FUSED-NEXT: graph.all_gather
// FUSED-NEXT: graph.yield
// FUSED: graph.fusion collective
// FUSED-NEXT: ^bb0
// FUSED-NEXT: graph.reduce_scatter
// FUSED-NEXT: graph.yield
module attributes {graph.grid = array<i64: 3, 2>} {
  func.func @main(%x: tensor<4x6xf32> {graph.name = "x", graph.split = array<i64: 1, -1>}) -> (tensor<2x18xf32> {graph.name = "y"}) {
    %0 = graph.relu %x : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %1 = graph.all_reduce %0 axis = 1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = graph.tanh %1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = graph.all_gather %2 dim = 1 axis = 0 parts = 3 : (tensor<4x6xf32>) -> tensor<4x18xf32>
    %4 = graph.reduce_scatter %3 dim = 0 axis = 1 parts = 2 : (tensor<4x18xf32>) -> tensor<2x18xf32>
    return %4 : tensor<2x18xf32>
  }
}
