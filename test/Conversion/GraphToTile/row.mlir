// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// Short rows: twelve of them a partition, their maxima and sums broadcast on chip.
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.*]] = tile.load %{{.*}} -> [0:128, 0, 1536*1]
// CHECK: %[[M:.*]] = tile.reduce max %[[X]] [0:128, 0, 12*128, 128*1] axes 1 -> [0:128, 0, 12*1]
// CHECK: %[[D:.*]] = tile.tensor_tensor %[[X]] {{.*}} subtract %[[M]] [0:128, 0, 12*1, 128*0]
// CHECK: %[[E:.*]] = tile.activate exp %[[D]]
// CHECK: %[[S:.*]] = tile.reduce add %[[E]]
// CHECK: tile.tensor_tensor %[[E]] {{.*}} divide %[[S]]
func.func @main(%x: tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32> {
  %r = graph.fusion row(%x) {
  ^bb0(%0: tensor<1x12x128x128xf32>):
    %1 = graph.softmax %0 axis = 3 : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
    graph.yield %1 : tensor<1x12x128x128xf32>
  } : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
  return %r : tensor<1x12x128x128xf32>
}

// -----

// One row a partition: x - max(x) is the activation's bias, which is exact.
// CHECK-LABEL: func.func @main
// CHECK: %[[M:.*]] = tile.reduce max %[[X:.*]] [0:7, 0, 214*1] axes 1
// CHECK: %[[N:.*]] = tile.tensor_scalar %[[M]] [0:7, 0, 1*1] multiply imm 0xBF800000
// CHECK: %[[E:.*]] = tile.activate exp %[[X]] [0:7, 0, 214*1] scale imm 0x3F800000 bias ptr [0, 0](%[[N]])
// CHECK: %[[S:.*]] = tile.reduce add %[[E]]
// CHECK: tile.tensor_scalar %[[E]] [0:7, 0, 214*1] divide ptr [0, 0](%[[S]])
func.func @main(%x: tensor<7x214xf32>) -> tensor<7x214xf32> {
  %r = graph.fusion row(%x) {
  ^bb0(%0: tensor<7x214xf32>):
    %1 = graph.softmax %0 axis = 1 : (tensor<7x214xf32>) -> tensor<7x214xf32>
    graph.yield %1 : tensor<7x214xf32>
  } : (tensor<7x214xf32>) -> tensor<7x214xf32>
  return %r : tensor<7x214xf32>
}

// -----

// Along another axis the row is strided in HBM and dense on chip.
// CHECK-LABEL: func.func @main
// CHECK: tile.load %{{.*}} [0, 5*400, 10*4, 10*40] -> [0:5, 0, 100*1]
func.func @main(%x: tensor<5x10x10xf32>) -> tensor<5x10x10xf32> {
  %r = graph.fusion row(%x) {
  ^bb0(%0: tensor<5x10x10xf32>):
    %1 = graph.softmax %0 axis = 1 : (tensor<5x10x10xf32>) -> tensor<5x10x10xf32>
    graph.yield %1 : tensor<5x10x10xf32>
  } : (tensor<5x10x10xf32>) -> tensor<5x10x10xf32>
  return %r : tensor<5x10x10xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = tile.reduce add %[[X:.*]] [0:128, 0, 768*1]
// CHECK: %[[U:.*]] = tile.tensor_scalar %[[S]] [0:128, 0, 1*1] divide imm 0x44400000
// CHECK: %[[D:.*]] = tile.tensor_scalar %[[X]] [0:128, 0, 768*1] subtract ptr [0, 0](%[[U]])
// CHECK: %[[Q:.*]] = tile.tensor_tensor %[[D]] {{.*}} multiply %[[D]]
// CHECK: tile.reduce add %[[Q]]
// CHECK: %[[R:.*]] = tile.activate sqrt
// CHECK: tile.tensor_scalar %[[D]] [0:128, 0, 768*1] divide ptr [0, 0](%[[R]])
func.func @main(%x: tensor<1x128x768xf32>, %g: tensor<768xf32>, %b: tensor<768xf32>) -> tensor<1x128x768xf32> {
  %r = graph.fusion row(%x, %g, %b) {
  ^bb0(%0: tensor<1x128x768xf32>, %1: tensor<768xf32>, %2: tensor<768xf32>):
    %3 = graph.layer_norm %0, %1, %2 axis = 2 epsilon = 1.000000e-05 : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32>
    graph.yield %3 : tensor<1x128x768xf32>
  } : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32>
  return %r : tensor<1x128x768xf32>
}
