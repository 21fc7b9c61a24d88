// Columns that do not divide, or come in units that do not, are padded where the padding ends in rows of zeros.
// RUN: glia-opt %s --split-input-file --graph-shard=tensor-parallel=8 | FileCheck %s

// 12 heads over 8 cores: 2 on each, 16 slots; biases and the rows behind are padded, too, and there is one all_reduce.
// CHECK-LABEL: func.func @heads
// CHECK-COUNT-3: graph.contract {{.*}} : (tensor<1x6x48xf32>, tensor<48x8xf32>) -> tensor<1x6x8xf32>
// CHECK: graph.add {{.*}} : (tensor<1x6x8xf32>, tensor<8xf32>)
// CHECK: graph.reshape {{.*}} : (tensor<1x6x8xf32>) -> tensor<1x6x2x4xf32>
// CHECK: graph.contract {{.*}} -> tensor<1x2x6x6xf32>
// CHECK: graph.add %{{.*}}, %arg1 : (tensor<1x2x6x6xf32>, tensor<1x1x1x6xf32>)
// CHECK: graph.softmax
// CHECK: graph.reshape {{.*}} : (tensor<1x6x2x4xf32>) -> tensor<1x6x8xf32>
// CHECK: %[[PART:.*]] = graph.contract {{.*}} : (tensor<1x6x8xf32>, tensor<8x48xf32>) -> tensor<1x6x48xf32>
// CHECK-NEXT: %[[SUM:.*]] = graph.all_reduce %[[PART]] axis = 1
// CHECK-NEXT: graph.add %[[SUM]], %arg0
// CHECK-NOT: all_
func.func @heads(%x: tensor<1x6x48xf32> {graph.name = "x"}, %mask: tensor<1x1x1x6xf32> {graph.name = "mask"}) -> (tensor<1x6x48xf32> {graph.name = "y"}) {
  %qw = graph.constant 0 : tensor<48x48xf32>
  %kw = graph.constant 1 : tensor<48x48xf32>
  %vw = graph.constant 2 : tensor<48x48xf32>
  %b = graph.constant 3 : tensor<48xf32>
  %o = graph.constant 4 : tensor<48x48xf32>
  %scale = graph.constant 5 : tensor<f32>
  %q0 = graph.contract %x, %qw k_cut = 128 : (tensor<1x6x48xf32>, tensor<48x48xf32>) -> tensor<1x6x48xf32>
  %k0 = graph.contract %x, %kw k_cut = 128 : (tensor<1x6x48xf32>, tensor<48x48xf32>) -> tensor<1x6x48xf32>
  %v0 = graph.contract %x, %vw k_cut = 128 : (tensor<1x6x48xf32>, tensor<48x48xf32>) -> tensor<1x6x48xf32>
  %qb = graph.add %q0, %b : (tensor<1x6x48xf32>, tensor<48xf32>) -> tensor<1x6x48xf32>
  %q1 = graph.reshape %qb : (tensor<1x6x48xf32>) -> tensor<1x6x12x4xf32>
  %k1 = graph.reshape %k0 : (tensor<1x6x48xf32>) -> tensor<1x6x12x4xf32>
  %v1 = graph.reshape %v0 : (tensor<1x6x48xf32>) -> tensor<1x6x12x4xf32>
  %q2 = graph.transpose %q1 permutation = [0, 2, 1, 3] : (tensor<1x6x12x4xf32>) -> tensor<1x12x6x4xf32>
  %k2 = graph.transpose %k1 permutation = [0, 2, 3, 1] : (tensor<1x6x12x4xf32>) -> tensor<1x12x4x6xf32>
  %v2 = graph.transpose %v1 permutation = [0, 2, 1, 3] : (tensor<1x6x12x4xf32>) -> tensor<1x12x6x4xf32>
  %s0 = graph.contract %q2, %k2 k_cut = 128 : (tensor<1x12x6x4xf32>, tensor<1x12x4x6xf32>) -> tensor<1x12x6x6xf32>
  %s1 = graph.div %s0, %scale : (tensor<1x12x6x6xf32>, tensor<f32>) -> tensor<1x12x6x6xf32>
  %s2 = graph.add %s1, %mask : (tensor<1x12x6x6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x12x6x6xf32>
  %p = graph.softmax %s2 axis = 3 : (tensor<1x12x6x6xf32>) -> tensor<1x12x6x6xf32>
  %c = graph.contract %p, %v2 k_cut = 128 : (tensor<1x12x6x6xf32>, tensor<1x12x6x4xf32>) -> tensor<1x12x6x4xf32>
  %t = graph.transpose %c permutation = [0, 2, 1, 3] : (tensor<1x12x6x4xf32>) -> tensor<1x6x12x4xf32>
  %r = graph.reshape %t : (tensor<1x6x12x4xf32>) -> tensor<1x6x48xf32>
  %y = graph.contract %r, %o k_cut = 128 : (tensor<1x6x48xf32>, tensor<48x48xf32>) -> tensor<1x6x48xf32>
  %z = graph.add %y, %x : (tensor<1x6x48xf32>, tensor<1x6x48xf32>) -> tensor<1x6x48xf32>
  return %z : tensor<1x6x48xf32>
}

// -----

// Columns by themselves: 10 are 2 on each of 5 cores, the others have padding only.
// CHECK-LABEL: func.func @columns
// CHECK: graph.contract {{.*}} : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
// CHECK: graph.contract {{.*}} : (tensor<4x2xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: graph.all_reduce
func.func @columns(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x3xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x10xf32>
  %w = graph.constant 1 : tensor<10x3xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %1 = graph.gelu %0 : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %2 = graph.contract %1, %w k_cut = 128 : (tensor<4x10xf32>, tensor<10x3xf32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}

// -----

// What the caller sees has no padding: the columns of the logits stay whole.
// CHECK-LABEL: func.func @logits
// CHECK-SAME: -> (tensor<4x50xf32> {graph.name = "y"})
// CHECK: graph.contract {{.*}} -> tensor<4x50xf32>
// CHECK-NOT: all_
func.func @logits(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x50xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x50xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x50xf32>) -> tensor<4x50xf32>
  return %0 : tensor<4x50xf32>
}

// -----

// A sum of padding with other than rows of zeros, here of all columns' squares, needs the product whole.
// CHECK-LABEL: func.func @squares
// CHECK: graph.contract {{.*}} -> tensor<4x1x10xf32>
// CHECK: graph.contract {{.*}} -> tensor<4x1x1xf32>
// CHECK-NOT: all_
func.func @squares(%x: tensor<4x1x6xf32> {graph.name = "x"}) -> (tensor<4x1x1xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x10xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x1x6xf32>, tensor<6x10xf32>) -> tensor<4x1x10xf32>
  %1 = graph.contract %0, %0 transpose_rhs k_cut = 128 : (tensor<4x1x10xf32>, tensor<4x1x10xf32>) -> tensor<4x1x1xf32>
  return %1 : tensor<4x1x1xf32>
}

// -----

// 1 / 0, c / 0 or the root of 0 - c times a row of zeros would be no zero. A quotient of padding is fine.
// CHECK-LABEL: func.func @infinite
// CHECK: graph.reciprocal %{{.*}} : (tensor<4x10xf32>)
// CHECK: graph.div %arg1, %{{.*}} : (tensor<f32>, tensor<4x10xf32>)
// CHECK: graph.sqrt %{{.*}} : (tensor<4x10xf32>)
// CHECK-NOT: all_
// CHECK: graph.div %{{.*}}, %arg1 : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
// CHECK: graph.all_reduce
// CHECK-NOT: all_
func.func @infinite(%x: tensor<4x6xf32> {graph.name = "x"}, %c: tensor<f32> {graph.name = "c"})
    -> (tensor<4x3xf32> {graph.name = "y0"}, tensor<4x3xf32> {graph.name = "y1"}, tensor<4x3xf32> {graph.name = "y2"}, tensor<4x3xf32> {graph.name = "y3"}) {
  %v = graph.constant 0 : tensor<6x10xf32>
  %w = graph.constant 1 : tensor<10x3xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %1 = graph.reciprocal %0 : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %2 = graph.contract %1, %w k_cut = 128 : (tensor<4x10xf32>, tensor<10x3xf32>) -> tensor<4x3xf32>
  %3 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %4 = graph.div %c, %3 : (tensor<f32>, tensor<4x10xf32>) -> tensor<4x10xf32>
  %5 = graph.contract %4, %w k_cut = 128 : (tensor<4x10xf32>, tensor<10x3xf32>) -> tensor<4x3xf32>
  %6 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %7 = graph.sub %6, %c : (tensor<4x10xf32>, tensor<f32>) -> tensor<4x10xf32>
  %8 = graph.sqrt %7 : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %9 = graph.contract %8, %w k_cut = 128 : (tensor<4x10xf32>, tensor<10x3xf32>) -> tensor<4x3xf32>
  %10 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %11 = graph.div %10, %c : (tensor<4x10xf32>, tensor<f32>) -> tensor<4x10xf32>
  %12 = graph.contract %11, %w k_cut = 128 : (tensor<4x10xf32>, tensor<10x3xf32>) -> tensor<4x3xf32>
  return %2, %5, %9, %12 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// One head cannot be shared.
// CHECK-LABEL: func.func @head
// CHECK: graph.contract {{.*}} -> tensor<4x64xf32>
// CHECK-NOT: all_
func.func @head(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x3xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x64xf32>
  %w = graph.constant 1 : tensor<64x3xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x64xf32>) -> tensor<4x64xf32>
  %1 = graph.reshape %0 : (tensor<4x64xf32>) -> tensor<4x1x64xf32>
  %2 = graph.softmax %1 axis = 2 : (tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %3 = graph.reshape %2 : (tensor<4x1x64xf32>) -> tensor<4x64xf32>
  %4 = graph.contract %3, %w k_cut = 128 : (tensor<4x64xf32>, tensor<64x3xf32>) -> tensor<4x3xf32>
  return %4 : tensor<4x3xf32>
}

// -----

// Padding is no index: 0 - 1 names a row, 0 + 100 stops the program.
// CHECK-LABEL: func.func @indices
// CHECK: graph.gather {{.*}} : (tensor<7x5xf32>, tensor<4x10xi32>) -> tensor<4x10x5xf32>
// CHECK-NOT: all_
func.func @indices(%x: tensor<4x6xf32> {graph.name = "x"}) -> (tensor<4x5x3xf32> {graph.name = "y"}) {
  %v = graph.constant 0 : tensor<6x10xf32>
  %t = graph.constant 1 : tensor<7x5xf32>
  %w = graph.constant 2 : tensor<10x3xf32>
  %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x6xf32>, tensor<6x10xf32>) -> tensor<4x10xf32>
  %1 = graph.cast %0 : (tensor<4x10xf32>) -> tensor<4x10xi32>
  %2 = graph.gather %t, %1 axis = 0 : (tensor<7x5xf32>, tensor<4x10xi32>) -> tensor<4x10x5xf32>
  %3 = graph.transpose %2 permutation = [0, 2, 1] : (tensor<4x10x5xf32>) -> tensor<4x5x10xf32>
  %4 = graph.contract %3, %w k_cut = 128 : (tensor<4x5x10xf32>, tensor<10x3xf32>) -> tensor<4x5x3xf32>
  return %4 : tensor<4x5x3xf32>
}
