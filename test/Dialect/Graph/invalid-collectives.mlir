// Each labelled rule of the ops between cores, broken once.
// RUN: glia-opt %s --split-input-file --verify-diagnostics

func.func @reduce_axis(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{all_reduce_c1: expects an axis of the grid, got -1}}
  // expected-error@+1 {{failed to infer}}
  %y = graph.all_reduce %x axis = -1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

func.func @gather_dimension(%x: tensor<4x6xf32>) -> tensor<4x12xf32> {
  // expected-error@+2 {{all_gather_c2: expects a dimension below 2, got 2}}
  // expected-error@+1 {{failed to infer}}
  %y = graph.all_gather %x dim = 2 axis = 0 parts = 2 : (tensor<4x6xf32>) -> tensor<4x12xf32>
  return %y : tensor<4x12xf32>
}

// -----

func.func @gather_parts(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-error@+2 {{all_gather_c3: expects at least 2 parts, got 1}}
  // expected-error@+1 {{failed to infer}}
  %y = graph.all_gather %x dim = 1 axis = 0 parts = 1 : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

func.func @gather_type(%x: tensor<4x6xf32>) -> tensor<8x6xf32> {
  // expected-error@+2 {{failed to infer}}
  // expected-error@+1 {{inferred type(s) 'tensor<4x12xf32>' are incompatible}}
  %y = graph.all_gather %x dim = 1 axis = 0 parts = 2 : (tensor<4x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}

// -----

func.func @scatter_parts(%x: tensor<4x6xf32>) -> tensor<4x1xf32> {
  // expected-error@+2 {{reduce_scatter_c3: expects 4 parts to divide 6}}
  // expected-error@+1 {{failed to infer}}
  %y = graph.reduce_scatter %x dim = 1 axis = 0 parts = 4 : (tensor<4x6xf32>) -> tensor<4x1xf32>
  return %y : tensor<4x1xf32>
}

// -----

// expected-error@+1 {{expects an array of axes for `graph.split`, got "rows"}}
func.func @split(%x: tensor<4x6xf32> {graph.split = "rows"}) {
  return
}
