// RUN: glia-opt --graph-to-tile --split-input-file --verify-diagnostics %s

func.func @main(%x: tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<2x2x2x2x2x2x2x2x2x2xf32>):
    // expected-error @+1 {{expects at most 4 separate groups of reduced axes, got 5}}
    %1 = graph.reduce sum %0 axes = [0, 2, 4, 6, 8] keepdims = false cut = 2048 : (tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
    graph.yield %1 : tensor<2x2x2x2x2xf32>
  } : (tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2xf32>
  return %r : tensor<2x2x2x2x2xf32>
}

// -----

func.func @main(%x: tensor<2x3xf16>) -> tensor<2xf16> {
  %r = graph.fusion reduce(%x) {
  ^bb0(%0: tensor<2x3xf16>):
    // expected-error @+1 {{has no reduction of 'f16', only of f32, i32 and i64}}
    %1 = graph.reduce sum %0 axes = [1] keepdims = false cut = 2048 : (tensor<2x3xf16>) -> tensor<2xf16>
    graph.yield %1 : tensor<2xf16>
  } : (tensor<2x3xf16>) -> tensor<2xf16>
  return %r : tensor<2xf16>
}

// -----

func.func @main(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<2x3xi8>):
    // expected-error @+1 {{has no instruction for arithmetic on 8-bit integers; cast to i32 first}}
    %1 = graph.add %0, %0 : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
    graph.yield %1 : tensor<2x3xi8>
  } : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %r : tensor<2x3xi8>
}
