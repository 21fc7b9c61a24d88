// RUN: glia-opt %s --verify-diagnostics --split-input-file

func.func @reduce_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{reduce_c1: expects axes that ascend from 0 to 1, got 2 at position 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.reduce sum %x axes = [2] keepdims = false cut = 2048 : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_twice(%x: tensor<2x3xf32>) {
  // expected-error @below {{reduce_c1: expects axes that ascend from 0 to 1, got 1 at position 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.reduce sum %x axes = [1, 1] keepdims = false cut = 2048 : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c2(%x: tensor<2x0xf32>) {
  // expected-error @below {{reduce_c2: expects at least one element to reduce, got 0}}
  %0 = graph.reduce max %x axes = [1] keepdims = false cut = 2048 : (tensor<2x0xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{reduce_c3: expects `cut` from 1 to 2048, got 2049}}
  %0 = graph.reduce sum %x axes = [1] keepdims = false cut = 2049 : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c4(%x: tensor<2x3xi32>) {
  // expected-error @below {{reduce_c4: expects floats for a mean, got 'i32'}}
  %0 = graph.reduce mean %x axes = [1] keepdims = false cut = 2048 : (tensor<2x3xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @window_c1(%x: tensor<6x9xf32>) {
  // expected-error @below {{window_c1: expects an operand of rank 3 or 4, got 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false
       : (tensor<6x9xf32>) -> tensor<1x6x5x5xf32>
  return
}

// -----

func.func @window_c2(%x: tensor<1x6x9x9xf32>) {
  // expected-error @below {{window_c2: expects 2 kernel sizes, strides and dilations of at least 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.window max %x kernel = [3, 0] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] count_include_pad = false
       : (tensor<1x6x9x9xf32>) -> tensor<1x6x5x5xf32>
  return
}

// -----

func.func @window_c3(%x: tensor<1x6x9x9xf32>) {
  // expected-error @below {{window_c3: expects 4 pads, got 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1] dilations = [1, 1] count_include_pad = false
       : (tensor<1x6x9x9xf32>) -> tensor<1x6x5x5xf32>
  return
}

// -----

func.func @window_c3_large(%x: tensor<1x6x9x9xf32>) {
  // expected-error @below {{window_c3: expects pads from 0 to 2 in spatial dimension 1, got 3}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 3] dilations = [1, 1] count_include_pad = false
       : (tensor<1x6x9x9xf32>) -> tensor<1x6x5x5xf32>
  return
}

// -----

func.func @window_c4(%x: tensor<1x6x9x9xf32>) {
  // expected-error @below {{window_c4: expects a padded input that holds the dilated kernel, got 11 and 13 in spatial dimension 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.window max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] dilations = [6, 1] count_include_pad = false
       : (tensor<1x6x9x9xf32>) -> tensor<1x6x5x5xf32>
  return
}

// -----

func.func @softmax_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{softmax_c1: expects an axis from 0 to 1, got 2}}
  %0 = graph.softmax %x axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @softmax_c2(%x: tensor<2x0xf32>) {
  // expected-error @below {{softmax_c2: expects at least one element along the axis, got 0}}
  %0 = graph.softmax %x axis = 1 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<2x3xf32>, %g: tensor<3xf32>) {
  // expected-error @below {{layer_norm_c1: expects an axis from 0 to 1, got -1}}
  %0 = graph.layer_norm %x, %g axis = -1 epsilon = 1.0e-05 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c2(%x: tensor<2x3xf32>, %g: tensor<4xf32>) {
  // expected-error @below {{layer_norm_c2: expects scale and bias that broadcast to 2x3, got 4}}
  %0 = graph.layer_norm %x, %g axis = 1 epsilon = 1.0e-05 : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<2x3xf32>, %g: tensor<3xf16>) {
  // expected-error @below {{layer_norm_c3: expects operands of one element type, got 'f32' and 'f16'}}
  %0 = graph.layer_norm %x, %g axis = 1 epsilon = 1.0e-05 : (tensor<2x3xf32>, tensor<3xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_c4(%x: tensor<2x0xf32>, %g: tensor<1xf32>) {
  // expected-error @below {{layer_norm_c4: expects at least one element in the normalised axes, got 0}}
  %0 = graph.layer_norm %x, %g axis = 1 epsilon = 1.0e-05 : (tensor<2x0xf32>, tensor<1xf32>) -> tensor<2x0xf32>
  return
}
