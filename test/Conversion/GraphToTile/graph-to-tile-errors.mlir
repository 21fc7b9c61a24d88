// What the pass cannot lower, each with its diagnostic.
// RUN: glia-opt %s --graph-to-tile --split-input-file --verify-diagnostics
// RUN: not glia-opt %s --split-input-file --graph-to-tile=test-tiling=tiny 2>&1 | FileCheck %s --check-prefix=TILING
// RUN: not glia-opt %s --split-input-file --graph-to-tile=target=abacus 2>&1 | FileCheck %s --check-prefix=TARGET
// TILING: test-tiling expects `default` or `small`, got `tiny`
// TARGET: there is no target `abacus`

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{expects every op to be in a fusion before graph-to-tile}}
  %r = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Scalar and Vector round each product to fp32.
func.func @main(%x: tensor<1x2x4x4xf16>, %w: tensor<2x1x3x3xf16>) -> tensor<1x2x2x2xf32> {
  %r = graph.fusion convolution(%x, %w) {
  ^bb0(%0: tensor<1x2x4x4xf16>, %1: tensor<2x1x3x3xf16>):
    // expected-error@+1 {{expects f32 operands, got 'tensor<1x2x4x4xf16>'}}
    %2 = graph.convolution %0, %1 strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] groups = 2 k_cut = 1
      : (tensor<1x2x4x4xf16>, tensor<2x1x3x3xf16>) -> tensor<1x2x2x2xf32>
    graph.yield %2 : tensor<1x2x2x2xf32>
  } : (tensor<1x2x4x4xf16>, tensor<2x1x3x3xf16>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = graph.fusion contract(%x) {
  ^bb0(%0: tensor<4x4xf32>):
    %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-error@+1 {{expects operands from outside of the fusion}}
    %2 = graph.contract %1, %0 k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %2 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
