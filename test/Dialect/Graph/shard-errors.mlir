// Columns that would be padded are an error where that is asked for, and so is a grid beyond all chips, with the numbers.
// RUN: glia-opt %s --graph-shard="tensor-parallel=8 strict-sharding=true" --verify-diagnostics
// RUN: not glia-opt %s --graph-shard="data-parallel=300 tensor-parallel=301" 2>&1 | FileCheck %s
// CHECK: error: expects a grid of at most 65536 cores, got 300 x 301

func.func @main(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x3xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x48xf32>
  %w = graph.constant 1 : tensor<48x3xf32>
  // expected-error @below {{GLIA-E1800: `--strict-sharding` expects columns in parts of equal size, got 12 units of 4 columns over 8 cores}}
  %1 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x48xf32>) -> tensor<4x48xf32>
  %2 = graph.reshape %1 : (tensor<4x48xf32>) -> tensor<4x12x4xf32>
  %3 = graph.softmax %2 axis = 2 : (tensor<4x12x4xf32>) -> tensor<4x12x4xf32>
  %4 = graph.reshape %3 : (tensor<4x12x4xf32>) -> tensor<4x48xf32>
  %5 = graph.contract %4, %w k_cut = 128 : (tensor<4x48xf32>, tensor<48x3xf32>) -> tensor<4x3xf32>
  return %5 : tensor<4x3xf32>
}
