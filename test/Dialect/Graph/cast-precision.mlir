// What --auto-cast narrows, policy by policy; what must stay fp32 does.
// RUN: glia-opt %s --split-input-file --graph-cast-precision=mode=matmult | FileCheck %s
// RUN: glia-opt %s --split-input-file --graph-cast-precision="mode=all type=fp16" | FileCheck %s --check-prefix=ALL
// RUN: glia-opt %s --split-input-file --graph-cast-precision | FileCheck %s --check-prefix=NONE
// NONE-NOT: graph.cast

// The activation is cast once for both products, a weight in the store; sums, biases, inputs and outputs are fp32.
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x2xf32> {graph.name = "y"})
// CHECK: %[[X:.*]] = graph.cast %arg0 {graph.number = 0 : i64, graph.why = "operand"} : (tensor<4x8xf32>) -> tensor<4x8xbf16>
// CHECK: %[[W:.*]] = graph.constant 2 : tensor<8x2xbf16>
// CHECK: %[[B:.*]] = graph.constant 1 : tensor<2xf32>
// CHECK: %[[P:.*]] = graph.contract %[[X]], %[[W]] k_cut = 128 : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
// CHECK: %[[Q:.*]] = graph.contract %[[X]], %[[W]]
// CHECK: %[[S:.*]] = graph.add %[[P]], %[[B]] : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
// CHECK: graph.mul %[[S]], %[[Q]] : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NOT: graph.cast
// Each result is rounded and widened; what reads it reads that.
// ALL-LABEL: func.func @main
// ALL: %[[X:.*]] = graph.cast %arg0 {graph.number = 0 : i64, graph.why = "operand"}
// ALL: %[[P:.*]] = graph.contract %[[X]], %{{.*}} : (tensor<4x8xf16>, tensor<8x2xf16>) -> tensor<4x2xf32>
// ALL-NEXT: %[[PN:.*]] = graph.cast %[[P]] {graph.number = 1 : i64, graph.why = "result"} : (tensor<4x2xf32>) -> tensor<4x2xf16>
// ALL-NEXT: %[[PW:.*]] = graph.cast %[[PN]] : (tensor<4x2xf16>) -> tensor<4x2xf32>
// ALL: graph.cast %{{.*}} {graph.number = 2 : i64
// ALL: %[[S:.*]] = graph.add %[[PW]], %{{.*}} : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
// ALL: graph.cast %[[S]] {graph.number = 3 : i64
// ALL: %[[M:.*]] = graph.mul
// ALL: %[[MN:.*]] = graph.cast %[[M]] {graph.number = 4 : i64
// ALL: %[[MW:.*]] = graph.cast %[[MN]]
// ALL: return %[[MW]] : tensor<4x2xf32>
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x2xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<8x2xf32>
  %b = graph.constant 1 : tensor<2xf32>
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %2 = graph.add %0, %b : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %3 = graph.mul %2, %1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %3 : tensor<4x2xf32>
}

// -----

// Convolutions as products are; depthwise ones (k_cut = 1) run on Scalar and Vector, in fp32, and pooling does.
// CHECK-LABEL: func.func @main
// CHECK: graph.convolution {{.*}} : (tensor<1x2x8x8xbf16>, tensor<4x2x3x3xbf16>) -> tensor<1x4x6x6xf32>
// CHECK: graph.convolution {{.*}} k_cut = 1 : (tensor<1x4x6x6xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x4x4xf32>
// CHECK: graph.window average {{.*}} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
// CHECK-NOT: graph.cast
// ALL-LABEL: func.func @main
// ALL: graph.convolution {{.*}} k_cut = 1 : (tensor<1x4x6x6xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x4x4xf32>
// ALL: graph.cast {{.*}} -> tensor<1x4x4x4xf16>
// ALL: %[[WINDOW:.*]] = graph.window average {{.*}} : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
// ALL-NEXT: return %[[WINDOW]]
func.func @main(%x: tensor<1x2x8x8xf32> {graph.name = "x"}) -> (tensor<1x4x2x2xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<4x2x3x3xf32>
  %d = graph.constant 1 : tensor<4x1x3x3xf32>
  %0 = graph.convolution %x, %w strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] groups = 1 k_cut = 128
    : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x6x6xf32>
  %1 = graph.convolution %0, %d strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] groups = 4 k_cut = 1
    : (tensor<1x4x6x6xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x4x4xf32>
  %2 = graph.window average %1 kernel = [2, 2] strides = [2, 2] pads = [0, 0, 0, 0] dilations = [1, 1] count_include_pad = false : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  return %2 : tensor<1x4x2x2xf32>
}

// -----

// Attention: the cast stands beside what makes a head, before the movements, which move half the bytes; softmax takes
// and gives fp32.
// CHECK-LABEL: func.func @main
// CHECK: %[[Q:.*]] = graph.contract {{.*}} -> tensor<6x8xf32>
// CHECK-NEXT: %[[QN:.*]] = graph.cast %[[Q]]
// CHECK: %[[H:.*]] = graph.reshape %[[QN]] : (tensor<6x8xbf16>) -> tensor<6x2x4xbf16>
// CHECK: %[[T:.*]] = graph.transpose %[[H]] permutation = [1, 0, 2] : (tensor<6x2x4xbf16>) -> tensor<2x6x4xbf16>
// CHECK: %[[S:.*]] = graph.contract %[[T]], %[[T]] transpose_rhs
// CHECK: %[[P:.*]] = graph.softmax %[[S]] axis = 2 : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
// CHECK: %[[PN:.*]] = graph.cast %[[P]]
// CHECK: %[[O:.*]] = graph.contract %[[PN]], %[[T]]
// CHECK: graph.transpose %[[O]] permutation = [1, 0, 2] : (tensor<2x6x4xf32>) -> tensor<6x2x4xf32>
// The softmax's own result is not rounded but for the product; movements of rounded values are narrow.
// ALL-LABEL: func.func @main
// ALL: %[[P:.*]] = graph.softmax %{{.*}} axis = 2 : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
// ALL-NEXT: %[[PN:.*]] = graph.cast %[[P]] {{.*}}graph.why = "operand"
// ALL: %[[O:.*]] = graph.contract %[[PN]]
// ALL: %[[ON:.*]] = graph.cast %[[O]]
// ALL: %[[M:.*]] = graph.transpose %[[ON]] permutation = [1, 0, 2] : (tensor<2x6x4xf16>) -> tensor<6x2x4xf16>
// ALL: %[[MW:.*]] = graph.cast %[[M]] : (tensor<6x2x4xf16>) -> tensor<6x2x4xf32>
// ALL: return %[[MW]]
func.func @main(%x: tensor<6x8xf32> {graph.name = "x"}) -> (tensor<6x2x4xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<8x8xf32>
  %q = graph.contract %x, %w k_cut = 128 : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
  %h = graph.reshape %q : (tensor<6x8xf32>) -> tensor<6x2x4xf32>
  %t = graph.transpose %h permutation = [1, 0, 2] : (tensor<6x2x4xf32>) -> tensor<2x6x4xf32>
  %s = graph.contract %t, %t transpose_rhs k_cut = 128 : (tensor<2x6x4xf32>, tensor<2x6x4xf32>) -> tensor<2x6x6xf32>
  %p = graph.softmax %s axis = 2 : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %o = graph.contract %p, %t k_cut = 128 : (tensor<2x6x6xf32>, tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
  %r = graph.transpose %o permutation = [1, 0, 2] : (tensor<2x6x4xf32>) -> tensor<6x2x4xf32>
  return %r : tensor<6x2x4xf32>
}

// -----

// A norm and a residual: the norm's result is narrow for the product, and fp32 for the sum beside it; a movement that
// an fp32 op reads, too, is not doubled.
// CHECK-LABEL: func.func @main
// CHECK: %[[N:.*]] = graph.layer_norm {{.*}} -> tensor<4x8xf32>
// CHECK: %[[T:.*]] = graph.transpose %[[N]] permutation = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: %[[TN:.*]] = graph.cast %[[T]]
// CHECK: %[[P:.*]] = graph.contract %{{.*}}, %[[TN]]
// CHECK: graph.add %[[P]], %[[T]] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
// ALL-LABEL: func.func @main
// ALL: %[[N:.*]] = graph.layer_norm {{.*}} -> tensor<4x8xf32>
// ALL: %[[T:.*]] = graph.transpose %[[N]] permutation = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// ALL: graph.add %{{.*}}, %[[T]] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<8x4xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<8x8xf32>
  %g = graph.constant 1 : tensor<8xf32>
  %n = graph.layer_norm %x, %g axis = 1 epsilon = 1.0e-05 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %t = graph.transpose %n permutation = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %p = graph.contract %w, %t k_cut = 128 : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = graph.add %p, %t : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Partial products of several cores meet in fp32; their sum rounds. Reductions, integers and comparisons stay.
// ALL-LABEL: func.func @main
// ALL: %[[P:.*]] = graph.contract {{.*}} -> tensor<4x4xf32>
// ALL-NEXT: %[[S:.*]] = graph.all_reduce %[[P]] axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
// ALL-NEXT: %[[SN:.*]] = graph.cast %[[S]] {{.*}}graph.why = "result"
// ALL: %[[R:.*]] = graph.reduce {{.*}} : (tensor<4x4xf32>) -> tensor<4x1xf32>
// ALL-NEXT: %[[C:.*]] = graph.less %{{.*}}, %[[R]] : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xi1>
// ALL-NEXT: return %[[C]]
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = graph.contract
// CHECK-NEXT: %[[S:.*]] = graph.all_reduce %[[P]]
// CHECK-NEXT: graph.reduce
module attributes {graph.grid = array<i64: 1, 2>} {
  func.func @main(%x: tensor<4x4xf32> {graph.name = "x"}) -> (tensor<4x4xi1> {graph.name = "y"}) {
    %w = graph.constant 0 : tensor<4x4xf32>
    %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = graph.all_reduce %0 axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = graph.reduce mean %1 axes = [1] keepdims = true cut = 2048 : (tensor<4x4xf32>) -> tensor<4x1xf32>
    %3 = graph.less %1, %2 : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xi1>
    return %3 : tensor<4x4xi1>
  }
}
