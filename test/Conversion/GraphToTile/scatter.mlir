// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// All of the data is copied, then the slices go where the indices say.
// CHECK-LABEL: func.func @main
// CHECK: %[[Y:.*]] = tile.buffer output
// CHECK: tile.copy_buffer %{{.*}} [0, 75264*4] -> %[[Y]] [0, 75264*4]
// CHECK: %[[I:.*]] = tile.load %{{.*}} [0, 7*8] -> [0:7, 0, 1*1]
// CHECK: %[[U:.*]] = tile.load %{{.*}} [0, 7*256, 12*1792, 64*4] -> [0:7, 0, 768*1]
// CHECK: tile.scatter %[[U]] [0:7, 0, 768*1] at_index %[[I]] [0:7, 0, 1*1] -> %[[Y]] [0, 98*256, 12*25088, 64*4] wrap on
func.func @main(%x: tensor<12x98x64xf32>, %i: tensor<7xi64>, %u: tensor<12x7x64xf32>) -> tensor<12x98x64xf32> {
  %r = graph.fusion scatter(%x, %i, %u) {
  ^bb0(%0: tensor<12x98x64xf32>, %1: tensor<7xi64>, %2: tensor<12x7x64xf32>):
    %y = graph.scatter %0, %1, %2 axis = 1 : (tensor<12x98x64xf32>, tensor<7xi64>, tensor<12x7x64xf32>) -> tensor<12x98x64xf32>
    graph.yield %y : tensor<12x98x64xf32>
  } : (tensor<12x98x64xf32>, tensor<7xi64>, tensor<12x7x64xf32>) -> tensor<12x98x64xf32>
  return %r : tensor<12x98x64xf32>
}

// -----

// More indices than partitions, and slices that are taken in pieces.
// CHECK-LABEL: func.func @main
// CHECK: tile.scatter %{{.*}} [0:128, 0, 8192*1] {{.*}} -> %{{.*}} [0, 9*40000, 8192*4] wrap
// CHECK: tile.scatter %{{.*}} [0:128, 0, 1808*1] {{.*}} -> %{{.*}} [32768, 9*40000, 1808*4] wrap
// CHECK: tile.scatter %{{.*}} [0:2, 0, 8192*1]
// CHECK: tile.scatter %{{.*}} [0:2, 0, 1808*1]
// CHECK-NOT: tile.scatter
func.func @main(%x: tensor<9x10000xf32>, %i: tensor<130xi64>, %u: tensor<130x10000xf32>) -> tensor<9x10000xf32> {
  %r = graph.fusion scatter(%x, %i, %u) {
  ^bb0(%0: tensor<9x10000xf32>, %1: tensor<130xi64>, %2: tensor<130x10000xf32>):
    %y = graph.scatter %0, %1, %2 axis = 0 : (tensor<9x10000xf32>, tensor<130xi64>, tensor<130x10000xf32>) -> tensor<9x10000xf32>
    graph.yield %y : tensor<9x10000xf32>
  } : (tensor<9x10000xf32>, tensor<130xi64>, tensor<130x10000xf32>) -> tensor<9x10000xf32>
  return %r : tensor<9x10000xf32>
}
