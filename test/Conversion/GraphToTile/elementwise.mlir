// RUN: glia-opt --graph-to-tile --split-input-file %s | FileCheck %s

// Channels go on partitions, the bias is one value per partition, and the
// addition becomes the activation's bias.
// CHECK-LABEL: func.func @main
// CHECK: %[[B:.*]] = tile.load {{.*}} -> [0:64, 0, 1*1]
// CHECK: %[[X:.*]] = tile.load {{.*}} [0, 200704*4] -> [0:64, 0, 3136*1]
// CHECK: tile.activate relu %[[X]] [0:64, 0, 3136*1] scale imm 0x3F800000 bias ptr [0, 0](%[[B]])
// CHECK-NEXT: tile.store
func.func @main(%x: tensor<1x64x56x56xf32>, %b: tensor<64x1x1xf32>) -> tensor<1x64x56x56xf32> {
  %y = graph.fusion elementwise(%x, %b) {
  ^bb0(%0: tensor<1x64x56x56xf32>, %1: tensor<64x1x1xf32>):
    %2 = graph.add %0, %1 : (tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) -> tensor<1x64x56x56xf32>
    %3 = graph.relu %2 : (tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
    graph.yield %3 : tensor<1x64x56x56xf32>
  } : (tensor<1x64x56x56xf32>, tensor<64x1x1xf32>) -> tensor<1x64x56x56xf32>
  return %y : tensor<1x64x56x56xf32>
}

// -----

// A plain activation adds -0, which changes no sign of a zero.
// CHECK-LABEL: func.func @main
// CHECK: tile.activate tanh {{.*}} scale imm 0x3F800000 bias imm 0x80000000
func.func @main(%x: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %y = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<7x5xf32>):
    %1 = graph.tanh %0 : (tensor<7x5xf32>) -> tensor<7x5xf32>
    graph.yield %1 : tensor<7x5xf32>
  } : (tensor<7x5xf32>) -> tensor<7x5xf32>
  return %y : tensor<7x5xf32>
}

// -----

// A multiplication and an addition are never both absorbed: that would be an fma.
// CHECK-LABEL: func.func @main
// CHECK: %[[M:.*]] = tile.tensor_scalar {{.*}} multiply ptr [0, 0](%{{.*}}), add ptr [0, 0](%{{.*}}) ->
// CHECK-NEXT: tile.activate gelu %[[M]] {{.*}} scale imm 0x3F800000 bias imm 0x80000000
func.func @main(%x: tensor<64x300xf32>, %s: tensor<64x1xf32>, %b: tensor<64x1xf32>) -> tensor<64x300xf32> {
  %y = graph.fusion elementwise(%x, %s, %b) {
  ^bb0(%0: tensor<64x300xf32>, %1: tensor<64x1xf32>, %2: tensor<64x1xf32>):
    %3 = graph.mul %0, %1 : (tensor<64x300xf32>, tensor<64x1xf32>) -> tensor<64x300xf32>
    %4 = graph.add %3, %2 : (tensor<64x300xf32>, tensor<64x1xf32>) -> tensor<64x300xf32>
    %5 = graph.gelu %4 : (tensor<64x300xf32>) -> tensor<64x300xf32>
    graph.yield %5 : tensor<64x300xf32>
  } : (tensor<64x300xf32>, tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x300xf32>
  return %y : tensor<64x300xf32>
}

// -----

// A row is loaded to all partitions once, although there are three tiles.
// CHECK-LABEL: func.func @main
// CHECK: %[[ROW:.*]] = tile.load %{{.*}} [0, 128*0, 768*4] -> [0:128, 0, 768*1]
// CHECK-NOT: 0, 128*0
// CHECK: tile.tensor_tensor {{.*}} [0:128, {{.*}} add %[[ROW]] [0:128
// CHECK: tile.tensor_tensor {{.*}} [0:128, {{.*}} add %[[ROW]] [0:128
// CHECK: tile.tensor_tensor {{.*}} [0:44, 0, 768*1] add %[[ROW]] [0:44, 0, 768*1]
func.func @main(%x: tensor<300x768xf32>, %b: tensor<768xf32>) -> tensor<300x768xf32> {
  %y = graph.fusion elementwise(%x, %b) {
  ^bb0(%0: tensor<300x768xf32>, %1: tensor<768xf32>):
    %2 = graph.add %0, %1 : (tensor<300x768xf32>, tensor<768xf32>) -> tensor<300x768xf32>
    graph.yield %2 : tensor<300x768xf32>
  } : (tensor<300x768xf32>, tensor<768xf32>) -> tensor<300x768xf32>
  return %y : tensor<300x768xf32>
}
