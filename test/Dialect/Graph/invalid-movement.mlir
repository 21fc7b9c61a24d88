// RUN: glia-opt %s --verify-diagnostics --split-input-file

func.func @constant_c1() {
  // expected-error @below {{constant_c1: expects an id of at least 0, got -1}}
  %0 = graph.constant -1 : tensor<2xf32>
  return
}

// -----

func.func @gather_c1(%x: tensor<2x3xf32>, %y: tensor<4xi64>) {
  // expected-error @below {{gather_c1: expects an axis from 0 to 1, got 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.gather %x, %y axis = 2 : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @transpose_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{transpose_c1: expects each dimension from 0 to 1 once, got 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.transpose %x permutation = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @transpose_c1_short(%x: tensor<2x3xf32>) {
  // expected-error @below {{transpose_c1: expects 2 dimensions, got 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.transpose %x permutation = [0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{reshape_c1: expects as many elements as the operand's 6, got 7}}
  %0 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{reshape_c2: expects the operand's element type 'f32', got 'i32'}}
  %0 = graph.reshape %x : (tensor<2x3xf32>) -> tensor<6xi32>
  return
}

// -----

func.func @broadcast_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{broadcast_c1: expects an operand that broadcasts to 4x3, got 2x3}}
  %0 = graph.broadcast %x : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_c1_smaller(%x: tensor<2x3xf32>) {
  // expected-error @below {{broadcast_c1: expects an operand that broadcasts to 1x3, got 2x3}}
  %0 = graph.broadcast %x : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @broadcast_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{broadcast_c2: expects the operand's element type 'f32', got 'f16'}}
  %0 = graph.broadcast %x : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @slice_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{slice_c1: expects 2 starts, sizes and strides, got 1, 2 and 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.slice %x starts = [0] sizes = [1, 1] strides = [1, 1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @slice_c2(%x: tensor<2x3xf32>) {
  // expected-error @below {{slice_c2: expects a stride other than 0 and a size of at least 0 in dimension 1, got 0 and 1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.slice %x starts = [0, 0] sizes = [1, 1] strides = [1, 0] : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<2x3xf32>) {
  // expected-error @below {{slice_c3: expects elements from 0 to 2 in dimension 1, got start 1, size 3, stride -1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.slice %x starts = [0, 1] sizes = [1, 3] strides = [1, -1] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_c3_overflow(%x: tensor<2x3xf32>) {
  // expected-error @below {{slice_c3: expects elements from 0 to 2 in dimension 1, got start 1, size 3, stride 9223372036854775807}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.slice %x starts = [0, 1] sizes = [1, 3] strides = [1, 9223372036854775807] : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @concat_c1() {
  // expected-error @below {{concat_c1: expects at least one operand, got 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = "graph.concat"() {axis = 0 : i64} : () -> tensor<2xf32>
  return
}

// -----

func.func @concat_c2(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  // expected-error @below {{concat_c2: expects an axis from 0 to 1, got 2}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.concat %x, %y axis = 2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_c3(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{concat_c3: expects operands that differ in dimension 0 only, got 'tensor<2x3xf32>' and 'tensor<2x4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.concat %x, %y axis = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<2x3xf32>) {
  // expected-error @below {{pad_c1: expects 2 low and high sizes of at least 0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.pad %x low = [0, -1] high = [0, 0] value = 0.0 : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<2x3xi8>) {
  // expected-error @below {{pad_c2: expects a value of 'i8', got 1.280000e+02}}
  %0 = graph.pad %x low = [0, 1] high = [0, 0] value = 128.0 : (tensor<2x3xi8>) -> tensor<2x4xi8>
  return
}

// -----

func.func @pad_c2_float(%x: tensor<2x3xf32>) {
  // expected-error @below {{pad_c2: expects a value of 'f32', got 1.000000e-01}}
  %0 = graph.pad %x low = [0, 1] high = [0, 0] value = 0.1 : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @scatter_c1(%x: tensor<2x3xf32>, %y: tensor<4xi64>, %u: tensor<4x3xf32>) {
  // expected-error @below {{scatter_c1: expects an axis from 0 to 1, got -1}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.scatter %x, %y, %u axis = -1 : (tensor<2x3xf32>, tensor<4xi64>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @scatter_c2(%x: tensor<2x3xf32>, %y: tensor<4xi64>, %u: tensor<4x3xf32>) {
  // expected-error @below {{scatter_c2: expects updates of type 'tensor<2x4xf32>', got 'tensor<4x3xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = graph.scatter %x, %y, %u axis = 1 : (tensor<2x3xf32>, tensor<4xi64>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}
