// Policies of phase `sharded`: what is split, and which collectives follow.
// RUN: glia-opt %s --split-input-file --graph-shard=tensor-parallel=4 | FileCheck %s
// RUN: glia-opt %s --split-input-file --graph-shard=data-parallel=2 | FileCheck %s --check-prefix=DATA
// RUN: glia-opt %s --split-input-file --graph-shard="data-parallel=2 tensor-parallel=2" | FileCheck %s --check-prefix=BOTH
// RUN: glia-opt %s --split-input-file --graph-shard="tensor-parallel=2 sequence-parallel" | FileCheck %s --check-prefix=SEQUENCE

// Columns, then rows: the activation between is split, partial sums are added at once, before the bias.
// CHECK: module attributes {graph.grid = array<i64: 1, 4>}
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x8xf32> {graph.name = "y"})
// CHECK: graph.contract %arg0, %{{.*}} k_cut = 128 : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.add %{{.*}} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK: graph.relu
// CHECK: %[[PART:.*]] = graph.contract %{{.*}} : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %[[SUM:.*]] = graph.all_reduce %[[PART]] axis = 1
// CHECK-NEXT: %[[BIAS:.*]] = graph.constant 3
// CHECK-NEXT: graph.add %[[SUM]], %[[BIAS]]
// CHECK-NOT: all_
// The batch: constants are whole, nothing is joined, the caller gives and takes parts.
// DATA: module attributes {graph.grid = array<i64: 2, 1>}
// DATA-LABEL: func.func @main(%arg0: tensor<2x8xf32> {graph.name = "x", graph.split = array<i64: 0, -1>}) -> (tensor<2x8xf32> {graph.name = "y", graph.split = array<i64: 0, -1>})
// DATA: graph.contract %arg0, %{{.*}} : (tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
// DATA-NOT: all_
// BOTH: module attributes {graph.grid = array<i64: 2, 2>}
// BOTH: graph.contract %arg0, %{{.*}} : (tensor<2x8xf32>, tensor<8x16xf32>) -> tensor<2x16xf32>
// BOTH: graph.all_reduce %{{.*}} axis = 1 : (tensor<2x8xf32>)
// The sum is scattered over rows; the bias is added to a core's rows, which the caller joins.
// SEQUENCE-LABEL: func.func @main(%arg0: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<2x8xf32> {graph.name = "y", graph.split = array<i64: 1, -1>})
// SEQUENCE: graph.reduce_scatter %{{.*}} dim = 0 axis = 1 parts = 2 : (tensor<4x8xf32>) -> tensor<2x8xf32>
// SEQUENCE: graph.add {{.*}} : (tensor<2x8xf32>, tensor<8xf32>) -> tensor<2x8xf32>
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x8xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<8x32xf32>
  %b = graph.constant 1 : tensor<32xf32>
  %w = graph.constant 2 : tensor<32x8xf32>
  %c = graph.constant 3 : tensor<8xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x8xf32>, tensor<8x32xf32>) -> tensor<4x32xf32>
  %1 = graph.add %0, %b : (tensor<4x32xf32>, tensor<32xf32>) -> tensor<4x32xf32>
  %2 = graph.relu %1 : (tensor<4x32xf32>) -> tensor<4x32xf32>
  %3 = graph.contract %2, %w k_cut = 128 : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
  %4 = graph.add %3, %c : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// The heads of attention: query, key and value in one product are cut apart first, the mask stays whole, one all_reduce behind the output product; the residual and
// the norm are whole.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: graph.contract {{.*}} : (tensor<1x6x16xf32>, tensor<16x4xf32>) -> tensor<1x6x4xf32>
// CHECK: graph.contract {{.*}} : (tensor<1x1x6x4xf32>, tensor<1x1x4x6xf32>) -> tensor<1x1x6x6xf32>
// CHECK: graph.add %{{.*}}, %arg1 : (tensor<1x1x6x6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x1x6x6xf32>
// CHECK: graph.softmax
// CHECK: graph.contract {{.*}} : (tensor<1x6x4xf32>, tensor<4x16xf32>) -> tensor<1x6x16xf32>
// CHECK-NEXT: %[[SUM:.*]] = graph.all_reduce
// CHECK-NEXT: graph.add %[[SUM]], %arg0 : (tensor<1x6x16xf32>, tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
// CHECK: graph.layer_norm
// CHECK-NOT: all_
// A batch of 1 cannot be split.
// DATA-LABEL: func.func @main(%arg0: tensor<1x6x16xf32> {graph.name = "x"}
func.func @main(%x: tensor<1x6x16xf32> {graph.name = "x"}, %mask: tensor<1x1x1x6xf32> {graph.name = "mask"}) -> (tensor<1x6x16xf32> {graph.name = "y"}) {
  %qkv = graph.constant 0 : tensor<16x48xf32>
  %b = graph.constant 1 : tensor<48xf32>
  %o = graph.constant 2 : tensor<16x16xf32>
  %g = graph.constant 3 : tensor<16xf32>
  %0 = graph.contract %x, %qkv k_cut = 128 : (tensor<1x6x16xf32>, tensor<16x48xf32>) -> tensor<1x6x48xf32>
  %1 = graph.add %0, %b : (tensor<1x6x48xf32>, tensor<48xf32>) -> tensor<1x6x48xf32>
  %q0 = graph.slice %1 starts = [0, 0, 0] sizes = [1, 6, 16] strides = [1, 1, 1] : (tensor<1x6x48xf32>) -> tensor<1x6x16xf32>
  %k0 = graph.slice %1 starts = [0, 0, 16] sizes = [1, 6, 16] strides = [1, 1, 1] : (tensor<1x6x48xf32>) -> tensor<1x6x16xf32>
  %v0 = graph.slice %1 starts = [0, 0, 32] sizes = [1, 6, 16] strides = [1, 1, 1] : (tensor<1x6x48xf32>) -> tensor<1x6x16xf32>
  %q1 = graph.reshape %q0 : (tensor<1x6x16xf32>) -> tensor<1x6x4x4xf32>
  %k1 = graph.reshape %k0 : (tensor<1x6x16xf32>) -> tensor<1x6x4x4xf32>
  %v1 = graph.reshape %v0 : (tensor<1x6x16xf32>) -> tensor<1x6x4x4xf32>
  %q2 = graph.transpose %q1 permutation = [0, 2, 1, 3] : (tensor<1x6x4x4xf32>) -> tensor<1x4x6x4xf32>
  %k2 = graph.transpose %k1 permutation = [0, 2, 3, 1] : (tensor<1x6x4x4xf32>) -> tensor<1x4x4x6xf32>
  %v2 = graph.transpose %v1 permutation = [0, 2, 1, 3] : (tensor<1x6x4x4xf32>) -> tensor<1x4x6x4xf32>
  %s = graph.contract %q2, %k2 k_cut = 128 : (tensor<1x4x6x4xf32>, tensor<1x4x4x6xf32>) -> tensor<1x4x6x6xf32>
  %m = graph.add %s, %mask : (tensor<1x4x6x6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x4x6x6xf32>
  %p = graph.softmax %m axis = 3 : (tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %c = graph.contract %p, %v2 k_cut = 128 : (tensor<1x4x6x6xf32>, tensor<1x4x6x4xf32>) -> tensor<1x4x6x4xf32>
  %t = graph.transpose %c permutation = [0, 2, 1, 3] : (tensor<1x4x6x4xf32>) -> tensor<1x6x4x4xf32>
  %r = graph.reshape %t : (tensor<1x6x4x4xf32>) -> tensor<1x6x16xf32>
  %y = graph.contract %r, %o k_cut = 128 : (tensor<1x6x16xf32>, tensor<16x16xf32>) -> tensor<1x6x16xf32>
  %z = graph.add %y, %x : (tensor<1x6x16xf32>, tensor<1x6x16xf32>) -> tensor<1x6x16xf32>
  %n = graph.layer_norm %z, %g, %g axis = 2 epsilon = 1.000000e-05 : (tensor<1x6x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<1x6x16xf32>
  return %n : tensor<1x6x16xf32>
}

// -----

// Columns that would end in a gather (a norm needs all of them) stay whole; those of the last product stay split, the caller joins them.
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x8xf32> {graph.name = "y", graph.split = array<i64: -1, 1>})
// CHECK: graph.contract {{.*}} : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: graph.softmax
// CHECK: graph.contract {{.*}} : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
// CHECK-NOT: all_
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x32xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<8x16xf32>
  %w = graph.constant 1 : tensor<16x32xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = graph.softmax %0 axis = 1 : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = graph.contract %1, %w k_cut = 128 : (tensor<4x16xf32>, tensor<16x32xf32>) -> tensor<4x32xf32>
  return %2 : tensor<4x32xf32>
}

// -----

// An embedding follows the batch of its indices, a convolution and a pooling that of the image; neither is split by columns. What is computed over the batch needs all
// of it.
// DATA-LABEL: func.func @main(%arg0: tensor<2x3xi64> {graph.name = "ids", graph.split = array<i64: 0, -1>}, %arg1: tensor<2x3x8x8xf32> {graph.name = "image", graph.split = array<i64: 0, -1, -1, -1>})
// DATA: graph.gather %{{.*}}, %arg0 axis = 0 : (tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
// DATA: graph.convolution {{.*}} : (tensor<2x3x8x8xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x6x6xf32>
// DATA: graph.window {{.*}} -> tensor<2x5x3x3xf32>
// DATA: %[[ALL:.*]] = graph.all_gather %{{.*}} dim = 0 axis = 0 parts = 2 : (tensor<2x5x3x3xf32>) -> tensor<4x5x3x3xf32>
// DATA-NEXT: graph.reduce sum %[[ALL]]
// CHECK-LABEL: func.func @main(%arg0: tensor<4x3xi64> {graph.name = "ids"}
// CHECK-NOT: all_
func.func @main(%ids: tensor<4x3xi64> {graph.name = "ids"}, %image: tensor<4x3x8x8xf32> {graph.name = "image"})
    -> (tensor<4x3x4xf32> {graph.name = "e"}, tensor<5x3x3xf32> {graph.name = "s"}) {
  %t = graph.constant 0 : tensor<10x4xf32>
  %w = graph.constant 1 : tensor<5x3x3x3xf32>
  %e = graph.gather %t, %ids axis = 0 : (tensor<10x4xf32>, tensor<4x3xi64>) -> tensor<4x3x4xf32>
  %c = graph.convolution %image, %w strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] groups = 1 k_cut = 128
       : (tensor<4x3x8x8xf32>, tensor<5x3x3x3xf32>) -> tensor<4x5x6x6xf32>
  %p = graph.window max %c kernel = [2, 2] strides = [2, 2] pads = [0, 0, 0, 0] dilations = [1, 1] count_include_pad = false : (tensor<4x5x6x6xf32>) -> tensor<4x5x3x3xf32>
  %s = graph.reduce sum %p axes = [0] keepdims = false cut = 2048 : (tensor<4x5x3x3xf32>) -> tensor<5x3x3xf32>
  return %e, %s : tensor<4x3x4xf32>, tensor<5x3x3xf32>
}
