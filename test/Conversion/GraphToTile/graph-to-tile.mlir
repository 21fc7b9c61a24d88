// The function of phase tiled: buffers of inputs and outputs in order, aliases of reshapes, copies where an output is no kernel's own.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// A reshape is its operand's buffer; the value behind a returned reshape is computed into the output.
// CHECK-LABEL: func.func @main()
// CHECK-NEXT: %[[X:.*]] = tile.buffer input "x" : <2x8xf32>
// CHECK-NEXT: %[[W:.*]] = tile.buffer input "w" : <32xf32>
// CHECK-NEXT: %[[Y:.*]] = tile.buffer output "y" : <8xf32>
// CHECK-NOT: tile.buffer
// CHECK: tile.load %[[W]] [0, 32*4]
// CHECK: tile.store %{{.*}} -> %[[Y]] [0, 8*4]
// CHECK-NOT: tile.copy_buffer
func.func @main(%x: tensor<2x8xf32> {graph.name = "x"}, %w: tensor<32xf32> {graph.name = "w"}) -> (tensor<8xf32> {graph.name = "y"}) {
  %v = graph.reshape %w : (tensor<32xf32>) -> tensor<8x4xf32>
  %r = graph.fusion contract(%x, %v) {
  ^bb0(%0: tensor<2x8xf32>, %1: tensor<8x4xf32>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
    graph.yield %2 : tensor<2x4xf32>
  } : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
  %y = graph.reshape %r : (tensor<2x4xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Inputs, constants and values that are returned twice are copied at the end.
// CHECK-LABEL: func.func @main()
// CHECK-DAG: %[[X:.*]] = tile.buffer input "x"
// CHECK-DAG: %[[A:.*]] = tile.buffer output "a"
// CHECK-DAG: %[[B:.*]] = tile.buffer output "b"
// CHECK-DAG: %[[C:.*]] = tile.buffer output "c"
// CHECK-DAG: %[[D:.*]] = tile.buffer output "d"
// CHECK: tile.store %{{.*}} -> %[[A]]
// CHECK-NEXT: tile.copy_buffer %[[A]] [0, 4*4] -> %[[B]] [0, 4*4]
// CHECK-NEXT: tile.copy_buffer %[[X]] [0, 4*4] -> %[[C]] [0, 4*4]
// CHECK-NEXT: %[[K:.*]] = tile.buffer constant "" id 7 : <3xi1>
// CHECK-NEXT: tile.copy_buffer %[[K]] [0, 3*1] -> %[[D]] [0, 3*1]
func.func @main(%x: tensor<2x2xf32> {graph.name = "x"})
    -> (tensor<2x2xf32> {graph.name = "a"}, tensor<4xf32> {graph.name = "b"}, tensor<2x2xf32> {graph.name = "c"}, tensor<3xi1> {graph.name = "d"}) {
  %k = graph.constant 7 : tensor<3xi1>
  %r = graph.fusion contract(%x) {
  ^bb0(%0: tensor<2x2xf32>):
    %2 = graph.contract %0, %0 k_cut = 128 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    graph.yield %2 : tensor<2x2xf32>
  } : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = graph.reshape %r : (tensor<2x2xf32>) -> tensor<4xf32>
  return %r, %b, %x, %k : tensor<2x2xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<3xi1>
}
