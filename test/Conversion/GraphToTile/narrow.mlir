// Narrow operands are loaded, turned and multiplied as they are; a cast of what an instruction makes is its store's type,
// and a cast to f32 is nothing to the instruction that reads it.
// RUN: glia-opt %s --graph-to-tile | FileCheck %s

// CHECK: tile.load {{.*}} [0, 40*2] -> [0:8, 0, 5*1] {{.*}} -> !tile.tile<8x5xbf16, sbuf>
// CHECK: %[[X:.*]] = tile.load {{.*}} -> !tile.tile<4x8xbf16, sbuf>
// CHECK: %[[T:.*]] = tile.transpose %[[X]] {{.*}} -> !tile.tile<8x4xbf16, psum>
// CHECK: tile.copy %[[T]] {{.*}} -> !tile.tile<8x4xbf16, sbuf>
// CHECK: %[[P:.*]] = tile.matmul {{.*}} -> !tile.tile<4x5xf32, psum>
// CHECK-NEXT: %[[R:.*]] = tile.activate relu %[[P]] {{.*}} -> !tile.tile<4x5xbf16, sbuf>
// CHECK-NEXT: %[[E:.*]] = tile.activate exp %[[R]] {{.*}} -> !tile.tile<4x5xf32, sbuf>
// CHECK-NEXT: tile.store %[[E]]
func.func @main(%x: tensor<4x8xbf16>, %w: tensor<8x5xbf16>) -> tensor<4x5xf32> {
  %r = graph.fusion contract(%x, %w) {
  ^bb0(%0: tensor<4x8xbf16>, %1: tensor<8x5xbf16>):
    %2 = graph.contract %0, %1 k_cut = 128 : (tensor<4x8xbf16>, tensor<8x5xbf16>) -> tensor<4x5xf32>
    %3 = graph.relu %2 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %4 = graph.cast %3 : (tensor<4x5xf32>) -> tensor<4x5xbf16>
    %5 = graph.cast %4 : (tensor<4x5xbf16>) -> tensor<4x5xf32>
    %6 = graph.exp %5 : (tensor<4x5xf32>) -> tensor<4x5xf32>
    graph.yield %6 : tensor<4x5xf32>
  } : (tensor<4x8xbf16>, tensor<8x5xbf16>) -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
