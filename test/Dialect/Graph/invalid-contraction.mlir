// RUN: glia-opt %s --verify-diagnostics --split-input-file

func.func @contract_c1(%x: tensor<4xf32>, %w: tensor<4x2xf32>) {
  // expected-error @below {{contract_c1: expects operands of rank 2 or more, got 1 and 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @contract_c2(%x: tensor<2x4x4xf32>, %w: tensor<3x4x2xf32>) {
  // expected-error @below {{contract_c2: expects leading dimensions that broadcast, got 2 and 3}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<2x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

func.func @contract_c3(%x: tensor<3x4xf32>, %w: tensor<5x2xf32>) {
  // expected-error @below {{contract_c3: expects operands with the same K, got 4 and 5}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<3x4xf32>, tensor<5x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @contract_c4(%x: tensor<3x4xf32>, %w: tensor<4x2xf16>) {
  // expected-error @below {{contract_c4: expects operands of one element type, got 'f32' and 'f16'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<3x4xf32>, tensor<4x2xf16>) -> tensor<3x2xf32>
  return
}

// -----

func.func @contract_c5(%x: tensor<3x4xf32>, %w: tensor<4x2xf32>) {
  // expected-error @below {{contract_c5: expects `k_cut` from 1 to 128, got 129}}
  %0 = graph.contract %x, %w k_cut = 129 : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @contract_c6(%x: tensor<3x4xf16>, %w: tensor<4x2xf16>) {
  // expected-error @below {{result #0 must be statically shaped tensor of 32-bit float values, but got 'tensor<3x2xf16>'}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<3x4xf16>, tensor<4x2xf16>) -> tensor<3x2xf16>
  return
}

// -----

func.func @contract_type(%x: tensor<3x4xf32>, %w: tensor<4x2xf32>) {
  // expected-error @below {{'graph.contract' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @convolution_c1(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3xf32>) {
  // expected-error @below {{convolution_c1: expects input and weight of the same rank, 3 or 4, got 4 and 3}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c2(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c2: expects 2 strides and dilations of at least 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c2_zero(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c2: expects 2 strides and dilations of at least 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 0] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c3(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c3: expects 4 pads of at least 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1] dilations = [1, 1] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c4(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c4: expects `groups` to divide 6 input and 4 output channels, got 3}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 3 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c5(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c5: expects 6 weight channels, got 3}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 1 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c6(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c6: expects a padded input that holds the dilated kernel, got 11 and 13 in spatial dimension 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 6] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c7(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xbf16>) {
  // expected-error @below {{convolution_c7: expects input and weight of one element type, got 'f32' and 'bf16'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 128
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xbf16>) -> tensor<1x4x5x5xf32>
  return
}

// -----

func.func @convolution_c8(%x: tensor<1x6x9x9xf32>, %w: tensor<4x3x3x3xf32>) {
  // expected-error @below {{convolution_c8: expects `k_cut` from 1 to 128, got 0}}
  %0 = graph.convolution %x, %w strides = [2, 2] pads = [1, 1, 1, 1] dilations = [1, 1] groups = 2 k_cut = 0
       : (tensor<1x6x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x5x5xf32>
  return
}
