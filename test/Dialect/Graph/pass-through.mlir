// Phases `sharded` and `cast` leave the IR as it is.
// RUN: glia-opt %s > %t.before
// RUN: glia-opt %s --graph-shard --graph-cast-precision > %t.after
// RUN: diff %t.before %t.after

func.func @main(%x: tensor<4xf32> {graph.name = "x"}) -> (tensor<4xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
