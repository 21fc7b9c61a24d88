// RUN: glia-opt %s --graph-verify-phase=phase=fused --verify-diagnostics --split-input-file
// RUN: not glia-opt %s --graph-verify-phase=phase=tiled --split-input-file 2>&1 | FileCheck %s
// CHECK: expects phase graph, sharded, cast or fused, got `tiled`

func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<2x2xf32> {graph.name = "y"}) {
  %c = graph.constant 0 : tensor<f32>
  %r = graph.fusion elementwise(%x, %c) {
  ^bb0(%0: tensor<4xf32>, %1: tensor<f32>):
    %2 = graph.add %0, %1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    graph.yield %2 : tensor<4xf32>
  } : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = graph.reshape %r : (tensor<4xf32>) -> tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

// -----

func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
  // expected-error @below {{'graph.relu' op is not an op of phase `fused`}}
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
