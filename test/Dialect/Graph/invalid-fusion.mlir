// RUN: glia-opt %s --verify-diagnostics --split-input-file

func.func @fusion_c1(%x: tensor<4x4xf32>) {
  // expected-error @below {{fusion_c1: expects block arguments of the operands' types}}
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4xf32>):
    %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.broadcast %1 : (tensor<4xf32>) -> tensor<4x4xf32>
    graph.yield %2 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fusion_c2(%x: tensor<4x4xf32>) {
  // expected-error @below {{fusion_c2: expects yielded values of the results' types}}
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4x4xf32>):
    %1 = graph.is_nan %0 : (tensor<4x4xf32>) -> tensor<4x4xi1>
    graph.yield %1 : tensor<4x4xi1>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fusion_c3(%x: tensor<4x4xf32>) {
  // expected-error @below {{fusion_c3: expects computing graph ops only, got `graph.reshape`}}
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4x4xf32>):
    // expected-note @below {{this op}}
    %1 = graph.reshape %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %1 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fusion_c4(%x: tensor<4x4xf32>) {
  // expected-error @below {{fusion_c4: expects at most one root, got two}}
  %r = graph.fusion row(%x) {
  ^bb0(%0: tensor<4x4xf32>):
    // expected-note @below {{the first root}}
    %1 = graph.softmax %0 axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-note @below {{the second root}}
    %2 = graph.softmax %1 axis = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %2 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @fusion_c4_kind(%x: tensor<4x4xf32>) {
  // expected-error @below {{fusion_c4: expects kind `elementwise`, got `row`}}
  %r = graph.fusion row(%x) {
  ^bb0(%0: tensor<4x4xf32>):
    %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %1 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @isolated(%x: tensor<4xf32>) {
  // expected-note @below {{required by region isolation constraints}}
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4xf32>):
    // expected-error @below {{using value defined outside the region}}
    %1 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error @below {{has the attribute `graph.sharding`, expects only `graph.name` and `graph.split` on arguments and results, and `graph.state` on arguments}}
func.func private @argument_attribute(tensor<4xf32> {graph.sharding = "x"})

// -----

// expected-error @below {{expects a string for `graph.name`, got 1 : i64}}
func.func private @result_attribute() -> (tensor<4xf32> {graph.name = 1})
