// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// The grid goes on under the tile dialect's name, and so does what is split.
// CHECK: module attributes {tile.grid = array<i64: 2>}
// CHECK: %[[X:.*]] = tile.buffer input "x" split [-1, 0] : <4x6xf32>
// CHECK: %[[Y:.*]] = tile.buffer output "y" : <4x6xf32>
// CHECK: tile.all_reduce add %[[X]] [0, 24*4] -> %[[Y]] [0, 24*4] group 0 on gpsimd
module attributes {graph.grid = array<i64: 2>} {
  func.func @main(%x: tensor<4x6xf32> {graph.name = "x", graph.split = array<i64: -1, 0>}) -> (tensor<4x6xf32> {graph.name = "y"}) {
    %r = graph.fusion collective(%x) {
    ^bb0(%0: tensor<4x6xf32>):
      %y = graph.all_reduce %0 axis = 0 : (tensor<4x6xf32>) -> tensor<4x6xf32>
      graph.yield %y : tensor<4x6xf32>
    } : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  }
}

// -----

// The whole tensor is walked block by block: along the first dimension that is its own order.
// CHECK: %[[Y:.*]] = tile.buffer output "y" split [0, -1, -1]
// CHECK: tile.all_gather %{{.*}} [0, 24*2] -> %{{.*}} [0, 72*2] group 1
// CHECK: tile.all_gather %{{.*}} [0, 24*2] -> %{{.*}} [0, 3*24, 2*72, 12*2] group 1
// CHECK: tile.all_gather %{{.*}} [0, 24*2] -> %{{.*}} [0, 3*8, 6*24, 4*2] group 1
module attributes {graph.grid = array<i64: 2, 3>} {
  func.func @main(%x: tensor<2x3x4xbf16>) -> (tensor<6x3x4xbf16> {graph.name = "y", graph.split = array<i64: 0, -1, -1>}, tensor<2x9x4xbf16>, tensor<2x3x12xbf16>) {
    %a = graph.fusion collective(%x) {
    ^bb0(%0: tensor<2x3x4xbf16>):
      %y = graph.all_gather %0 dim = 0 axis = 1 parts = 3 : (tensor<2x3x4xbf16>) -> tensor<6x3x4xbf16>
      graph.yield %y : tensor<6x3x4xbf16>
    } : (tensor<2x3x4xbf16>) -> tensor<6x3x4xbf16>
    %b = graph.fusion collective(%x) {
    ^bb0(%0: tensor<2x3x4xbf16>):
      %y = graph.all_gather %0 dim = 1 axis = 1 parts = 3 : (tensor<2x3x4xbf16>) -> tensor<2x9x4xbf16>
      graph.yield %y : tensor<2x9x4xbf16>
    } : (tensor<2x3x4xbf16>) -> tensor<2x9x4xbf16>
    %c = graph.fusion collective(%x) {
    ^bb0(%0: tensor<2x3x4xbf16>):
      %y = graph.all_gather %0 dim = 2 axis = 1 parts = 3 : (tensor<2x3x4xbf16>) -> tensor<2x3x12xbf16>
      graph.yield %y : tensor<2x3x12xbf16>
    } : (tensor<2x3x4xbf16>) -> tensor<2x3x12xbf16>
    return %a, %b, %c : tensor<6x3x4xbf16>, tensor<2x9x4xbf16>, tensor<2x3x12xbf16>
  }
}

// -----

// CHECK: tile.reduce_scatter add %{{.*}} [0, 3*16, 2*48, 4*4] -> %{{.*}} [0, 8*4] group 0
module attributes {graph.grid = array<i64: 3>} {
  func.func @main(%x: tensor<2x12xi32>) -> tensor<2x4xi32> {
    %r = graph.fusion collective(%x) {
    ^bb0(%0: tensor<2x12xi32>):
      %y = graph.reduce_scatter %0 dim = 1 axis = 0 parts = 3 : (tensor<2x12xi32>) -> tensor<2x4xi32>
      graph.yield %y : tensor<2x4xi32>
    } : (tensor<2x12xi32>) -> tensor<2x4xi32>
    return %r : tensor<2x4xi32>
  }
}

// -----

// More than the machine takes in another order at once goes in pieces.
// CHECK: tile.all_gather %{{.*}} [0, 33554432*1] -> %{{.*}} [0, 2*8388608, 4*16777216, 8388608*1] group 0
// CHECK: tile.all_gather %{{.*}} [33554432, 8388608*1] -> %{{.*}} [67108864, 16777216*1] group 0
// CHECK-NOT: tile.all_gather
module attributes {graph.grid = array<i64: 2>} {
  func.func @main(%x: tensor<5x8388608xi8>) -> tensor<5x16777216xi8> {
    %r = graph.fusion collective(%x) {
    ^bb0(%0: tensor<5x8388608xi8>):
      %y = graph.all_gather %0 dim = 1 axis = 0 parts = 2 : (tensor<5x8388608xi8>) -> tensor<5x16777216xi8>
      graph.yield %y : tensor<5x16777216xi8>
    } : (tensor<5x8388608xi8>) -> tensor<5x16777216xi8>
    return %r : tensor<5x16777216xi8>
  }
}

// -----

// Nothing to do.
// CHECK: tile.buffer output
// CHECK-NOT: tile.all_reduce
module attributes {graph.grid = array<i64: 2>} {
  func.func @main(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
    %r = graph.fusion collective(%x) {
    ^bb0(%0: tensor<0x4xf32>):
      %y = graph.all_reduce %0 axis = 0 : (tensor<0x4xf32>) -> tensor<0x4xf32>
      graph.yield %y : tensor<0x4xf32>
    } : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return %r : tensor<0x4xf32>
  }
}
