// RUN: glia-opt %s --graph-verify-phase=phase=graph --verify-diagnostics --split-input-file
// RUN: glia-opt %s --graph-verify-phase=phase=cast --verify-diagnostics --split-input-file

func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %c = graph.constant 0 : tensor<f32>
  %0 = graph.add %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
  // expected-error-re @below {{'graph.fusion' op is not an op of phase `{{graph|cast}}`}}
  %r = graph.fusion elementwise(%x) {
  ^bb0(%0: tensor<4xf32>):
    %1 = graph.relu %0 : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op expects `graph.name` on every argument, argument 0 has none}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32> {graph.name = "y"}) {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op expects `graph.name` on every result, result 0 has none}}
func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{expects a function `main`}}
module {
}

// -----

func.func @main() {
  return
}
// expected-error-re @below {{'builtin.module' op is not an op of phase `{{graph|cast}}`}}
module @inner {
}

// -----

// expected-error-re @below {{'func.func' op expects one block in phase `{{graph|cast}}`}}
func.func private @main()

// -----

func.func @main(%x: tensor<4xf32> {graph.name = "x", graph.state = "y"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{expects `graph.state` of argument 0 to name a result of its type that no other state has, got `y`}}
func.func @main(%x: tensor<4xi64> {graph.name = "x", graph.state = "y"}, %z: tensor<4xf32> {graph.name = "z"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %0 = graph.relu %z : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{expects `graph.state` of argument 1 to name a result of its type that no other state has, got `y`}}
func.func @main(%x: tensor<4xf32> {graph.name = "x", graph.state = "y"}, %z: tensor<4xf32> {graph.name = "z", graph.state = "y"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %0 = graph.relu %z : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
