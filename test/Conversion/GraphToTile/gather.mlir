// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// One index per partition, whole rows, then the epilogue on the tile.
// CHECK-LABEL: func.func @main
// CHECK: %[[I:.*]] = tile.load %{{.*}} [0, 128*8] -> [0:128, 0, 1*1]
// CHECK: %[[R:.*]] = tile.gather %{{.*}} [0, 30522*3072, 768*4] at_index %[[I]] [0:128, 0, 1*1] -> [0:128, 0, 768*1] wrap
// CHECK: tile.tensor_tensor %[[R]] {{.*}} add
// CHECK: tile.store
func.func @main(%x: tensor<30522x768xf32>, %i: tensor<1x128xi64>, %b: tensor<768xf32>) -> tensor<1x128x768xf32> {
  %r = graph.fusion gather(%x, %i, %b) {
  ^bb0(%0: tensor<30522x768xf32>, %1: tensor<1x128xi64>, %2: tensor<768xf32>):
    %y = graph.gather %0, %1 axis = 0 : (tensor<30522x768xf32>, tensor<1x128xi64>) -> tensor<1x128x768xf32>
    %z = graph.add %y, %2 : (tensor<1x128x768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32>
    graph.yield %z : tensor<1x128x768xf32>
  } : (tensor<30522x768xf32>, tensor<1x128xi64>, tensor<768xf32>) -> tensor<1x128x768xf32>
  return %r : tensor<1x128x768xf32>
}

// -----

// Another axis than the first: what is behind an index is a strided row.
// CHECK-LABEL: func.func @main
// CHECK: tile.gather %{{.*}} [0, 50*28, 3*1400, 7*4] at_index %{{.*}} [0:4, 0, 1*1] -> [0:4, 0, 21*1] wrap
// CHECK-NEXT: tile.store %{{.*}} [0:4, 0, 21*1] -> %{{.*}} [0, 4*28, 3*112, 7*4]
func.func @main(%x: tensor<3x50x7xf32>, %i: tensor<4xi32>) -> tensor<3x4x7xf32> {
  %r = graph.fusion gather(%x, %i) {
  ^bb0(%0: tensor<3x50x7xf32>, %1: tensor<4xi32>):
    %y = graph.gather %0, %1 axis = 1 : (tensor<3x50x7xf32>, tensor<4xi32>) -> tensor<3x4x7xf32>
    graph.yield %y : tensor<3x4x7xf32>
  } : (tensor<3x50x7xf32>, tensor<4xi32>) -> tensor<3x4x7xf32>
  return %r : tensor<3x4x7xf32>
}

// -----

// A row that does not fit is gathered in pieces; the indices are loaded once.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-1: -> !tile.tile<5x1xi64, sbuf>
// CHECK: tile.gather %{{.*}} [0, 9*240000, 26623*4]
// CHECK-NOT: xi64, sbuf>{{$}}
// CHECK: tile.gather %{{.*}} [106492, 9*240000, 26623*4]
// CHECK: tile.gather %{{.*}} [212984, 9*240000, 6754*4]
func.func @main(%x: tensor<9x60000xf32>, %i: tensor<5xi64>) -> tensor<5x60000xf32> {
  %r = graph.fusion gather(%x, %i) {
  ^bb0(%0: tensor<9x60000xf32>, %1: tensor<5xi64>):
    %y = graph.gather %0, %1 axis = 0 : (tensor<9x60000xf32>, tensor<5xi64>) -> tensor<5x60000xf32>
    graph.yield %y : tensor<5x60000xf32>
  } : (tensor<9x60000xf32>, tensor<5xi64>) -> tensor<5x60000xf32>
  return %r : tensor<5x60000xf32>
}
