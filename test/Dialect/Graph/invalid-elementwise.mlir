// RUN: glia-opt %s --verify-diagnostics --split-input-file

func.func @elementwise_c1(%x: tensor<2x3xf32>, %y: tensor<2xf32>) {
  // expected-error @below {{elementwise_c1: expects operands that broadcast, got 2x3 and 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.add %x, %y : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @elementwise_c2(%x: tensor<2x3xf32>, %y: tensor<3xf16>) {
  // expected-error @below {{elementwise_c2: expects operands of one element type, got 'f32' and 'f16'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.add %x, %y : (tensor<2x3xf32>, tensor<3xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @select_c2(%c: tensor<3xi1>, %x: tensor<3xf32>, %y: tensor<3xi32>) {
  // expected-error @below {{elementwise_c2: expects operands of one element type, got 'f32' and 'i32'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.select %c, %x, %y : (tensor<3xi1>, tensor<3xf32>, tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @operand_type(%x: tensor<2x3xi32>) {
  // expected-error @below {{'graph.exp' op operand #0 must be statically shaped tensor of 32-bit float or 16-bit float or bfloat16 type values, but got 'tensor<2x3xi32>'}}
  %0 = graph.exp %x : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @no_double(%x: tensor<2xf64>) {
  // expected-error @below {{'graph.relu' op operand #0 must be statically shaped tensor of 32-bit float or 16-bit float or bfloat16 type values, but got 'tensor<2xf64>'}}
  %0 = graph.relu %x : (tensor<2xf64>) -> tensor<2xf64>
  return
}

// -----

func.func @cast_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{cast_c1: expects the operand's shape 2x3, got scalar}}
  %0 = graph.cast %x : (tensor<2x3xf32>) -> tensor<f32>
  return
}
