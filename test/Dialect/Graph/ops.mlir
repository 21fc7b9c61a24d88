// RUN: glia-opt %s | glia-opt | FileCheck %s
// RUN: glia-opt %s --mlir-print-op-generic | glia-opt | FileCheck %s
// RUN: glia-opt %s --emit-bytecode | glia-opt | FileCheck %s

// CHECK-LABEL: func.func @arithmetic
func.func @arithmetic(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: graph.add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = graph.add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.sub
  %1 = graph.sub %0, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.mul
  %2 = graph.mul %1, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.div
  %3 = graph.div %2, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.max
  %4 = graph.max %3, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: graph.min
  %5 = graph.min %4, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @comparison
func.func @comparison(%x: tensor<2x1xi64>, %y: tensor<3xi64>) -> tensor<2x3xi1> {
  // CHECK: graph.equal %{{.*}} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %0 = graph.equal %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.not_equal
  %1 = graph.not_equal %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.less
  %2 = graph.less %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.less_equal
  %3 = graph.less_equal %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.greater
  %4 = graph.greater %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.greater_equal
  %5 = graph.greater_equal %x, %y : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: graph.logical_and
  %6 = graph.logical_and %0, %1 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  // CHECK: graph.logical_or
  %7 = graph.logical_or %2, %3 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  // CHECK: graph.logical_xor
  %8 = graph.logical_xor %4, %5 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  // CHECK: graph.logical_not
  %9 = graph.logical_not %8 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return %9 : tensor<2x3xi1>
}

// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<f32>) -> (tensor<f32>, tensor<i1>, tensor<i32>) {
  // CHECK: graph.relu %{{.*}} : (tensor<f32>) -> tensor<f32>
  %0 = graph.relu %x : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.exp
  %1 = graph.exp %0 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.tanh
  %2 = graph.tanh %1 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.sqrt
  %3 = graph.sqrt %2 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.gelu
  %4 = graph.gelu %3 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.reciprocal
  %5 = graph.reciprocal %4 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.neg
  %6 = graph.neg %5 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.abs
  %7 = graph.abs %6 : (tensor<f32>) -> tensor<f32>
  // CHECK: graph.is_nan %{{.*}} : (tensor<f32>) -> tensor<i1>
  %8 = graph.is_nan %7 : (tensor<f32>) -> tensor<i1>
  // CHECK: graph.select %{{.*}} : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %9 = graph.select %8, %7, %6 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  // CHECK: graph.cast %{{.*}} : (tensor<f32>) -> tensor<i32>
  %10 = graph.cast %9 : (tensor<f32>) -> tensor<i32>
  return %9, %8, %10 : tensor<f32>, tensor<i1>, tensor<i32>
}

// CHECK-LABEL: func.func @contraction
func.func @contraction(%x: tensor<8x12x300xf32>, %w: tensor<64x300xf32>, %i: tensor<1x6x9x9xf32>, %k: tensor<4x3x3x3xf32>)
    -> (tensor<8x12x64xf32>, tensor<1x4x5x5xf32>) {
  // CHECK: graph.contract %{{.*}}, %{{.*}} transpose_rhs k_cut = 128 :
  %0 = graph.contract %x, %w transpose_rhs k_cut = 128 : (tensor<8x12x300xf32>, tensor<64x300xf32>) -> tensor<8x12x64xf32>
  // CHECK: graph.convolution %{{.*}}, %{{.*}} strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 128 :
  %1 = graph.convolution %i, %k strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return %0, %1 : tensor<8x12x64xf32>, tensor<1x4x5x5xf32>
}

// CHECK-LABEL: func.func @reduction
func.func @reduction(%x: tensor<1x6x9x9xf32>, %g: tensor<9xf32>) -> (tensor<1x6x1x1xf32>, tensor<1x6x5x5xf32>, tensor<1x6x9x9xf32>) {
  // CHECK: graph.reduce mean %{{.*}} axes = [2, 3] keepdims = true cut = 2048 : (tensor<1x6x9x9xf32>) -> tensor<1x6x1x1xf32>
  %0 = graph.reduce mean %x axes = [2, 3] keepdims = true cut = 2048 : (tensor<1x6x9x9xf32>) -> tensor<1x6x1x1xf32>
  // CHECK: graph.window max %{{.*}} kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false :
  %1 = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false
       : (tensor<1x6x9x9xf32>) -> tensor<1x6x5x5xf32>
  // CHECK: graph.softmax %{{.*}} axis = 3 :
  %2 = graph.softmax %x axis = 3 : (tensor<1x6x9x9xf32>) -> tensor<1x6x9x9xf32>
  // CHECK: graph.layer_norm %{{.*}}, %{{.*}}, %{{.*}} axis = 3 epsilon = 9.99999974E-6 :
  %3 = graph.layer_norm %2, %g, %g axis = 3 epsilon = 1.0e-05 : (tensor<1x6x9x9xf32>, tensor<9xf32>, tensor<9xf32>) -> tensor<1x6x9x9xf32>
  // CHECK: graph.layer_norm %{{.*}}, %{{[a-z0-9]*}} axis = 3
  %4 = graph.layer_norm %3, %g axis = 3 epsilon = 1.0e-05 : (tensor<1x6x9x9xf32>, tensor<9xf32>) -> tensor<1x6x9x9xf32>
  return %0, %1, %4 : tensor<1x6x1x1xf32>, tensor<1x6x5x5xf32>, tensor<1x6x9x9xf32>
}

// CHECK-LABEL: func.func @movement
func.func @movement(%x: tensor<2x3x4xf32>, %ids: tensor<5xi64>) -> tensor<14x4xf32> {
  // CHECK: graph.constant 7 : tensor<3x4xf32>
  %c = graph.constant 7 : tensor<3x4xf32>
  // CHECK: graph.gather %{{.*}}, %{{.*}} axis = 1 : (tensor<2x3x4xf32>, tensor<5xi64>) -> tensor<2x5x4xf32>
  %0 = graph.gather %x, %ids axis = 1 : (tensor<2x3x4xf32>, tensor<5xi64>) -> tensor<2x5x4xf32>
  // CHECK: graph.scatter %{{.*}}, %{{.*}}, %{{.*}} axis = 1 : (tensor<2x3x4xf32>, tensor<5xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  %s = graph.scatter %x, %ids, %0 axis = 1 : (tensor<2x3x4xf32>, tensor<5xi64>, tensor<2x5x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: graph.transpose %{{.*}} permutation = [1, 0, 2] :
  %1 = graph.transpose %0 permutation = [1, 0, 2] : (tensor<2x5x4xf32>) -> tensor<5x2x4xf32>
  // CHECK: graph.reshape %{{.*}} : (tensor<5x2x4xf32>) -> tensor<10x4xf32>
  %2 = graph.reshape %1 : (tensor<5x2x4xf32>) -> tensor<10x4xf32>
  // CHECK: graph.slice %{{.*}} starts = [9, 0] sizes = [3, 4] strides = [-4, 1] :
  %3 = graph.slice %2 starts = [9, 0] sizes = [3, 4] strides = [-4, 1] : (tensor<10x4xf32>) -> tensor<3x4xf32>
  // CHECK: graph.broadcast
  %4 = graph.broadcast %c : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
  %5 = graph.reshape %4 : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
  // CHECK: graph.concat %{{.*}}, %{{.*}} axis = 0 : (tensor<3x4xf32>, tensor<10x4xf32>) -> tensor<13x4xf32>
  %6 = graph.concat %5, %2 axis = 0 : (tensor<3x4xf32>, tensor<10x4xf32>) -> tensor<13x4xf32>
  // CHECK: graph.pad %{{.*}} low = [0, 0] high = [1, 0] value = 0.000000e+00 :
  %7 = graph.pad %6 low = [0, 0] high = [1, 0] value = 0.0 : (tensor<13x4xf32>) -> tensor<14x4xf32>
  return %7 : tensor<14x4xf32>
}

// CHECK-LABEL: func.func @fusion
// CHECK-SAME: graph.name = "x"
func.func @fusion(%x: tensor<4x8xf32> {graph.name = "x"}, %w: tensor<8x2xf32>, %b: tensor<2xf32>)
    -> (tensor<4x2xf32> {graph.name = "y"}) {
  // CHECK: graph.fusion contract(%{{.*}}, %{{.*}}, %{{.*}}) {
  // CHECK-NEXT: ^bb0
  // CHECK: graph.yield %{{.*}} : tensor<4x2xf32>
  // CHECK-NEXT: } : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %r = graph.fusion contract(%x, %w, %b) {
  ^bb0(%0: tensor<4x8xf32>, %1: tensor<8x2xf32>, %2: tensor<2xf32>):
    %3 = graph.contract %0, %1 k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %4 = graph.add %3, %2 : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    graph.yield %4 : tensor<4x2xf32>
  } : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
