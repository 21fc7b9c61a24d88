// States: where their next value is made, and what is copied at the end.
// RUN: glia-opt %s --graph-to-tile --split-input-file | FileCheck %s

// Only the new row is written; who reads the old value comes before, who reads the new one after it.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = tile.buffer state "s"
// CHECK: %[[O:.*]] = tile.buffer output "old"
// CHECK: %[[W:.*]] = tile.buffer output "new"
// CHECK: tile.load %[[S]]
// CHECK: tile.store {{.*}} -> %[[O]]
// CHECK: tile.scatter {{.*}} -> %[[S]] [0, 8*16, 4*4]
// CHECK: tile.load %[[S]]
// CHECK: tile.store {{.*}} -> %[[W]]
// CHECK-NOT: tile.copy_buffer
func.func @main(%s: tensor<8x4xf32> {graph.name = "s", graph.state = "n"}, %i: tensor<1xi64> {graph.name = "i"}, %u: tensor<1x4xf32> {graph.name = "u"}) -> (tensor<8x4xf32> {graph.name = "n"}, tensor<8x4xf32> {graph.name = "old"}, tensor<8x4xf32> {graph.name = "new"}) {
  %o = graph.fusion elementwise(%s) {
  ^bb0(%0: tensor<8x4xf32>):
    %n = graph.relu %0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = graph.fusion scatter(%s, %i, %u) {
  ^bb0(%0: tensor<8x4xf32>, %1: tensor<1xi64>, %2: tensor<1x4xf32>):
    %n = graph.scatter %0, %1, %2 axis = 0 : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
  %w = graph.fusion elementwise(%r) {
  ^bb0(%0: tensor<8x4xf32>):
    %n = graph.relu %0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r, %o, %w : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// The old value is read behind the scatter: the next one is made elsewhere and copied at the end.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = tile.buffer state "s"
// CHECK: %[[N:.*]] = tile.buffer scratch ""
// CHECK: tile.copy_buffer %[[S]] [0, 32*4] -> %[[N]]
// CHECK: tile.scatter {{.*}} -> %[[N]]
// CHECK: tile.load %[[S]]
// CHECK: tile.copy_buffer %[[N]] [0, 32*4] -> %[[S]]
func.func @main(%s: tensor<8x4xf32> {graph.name = "s", graph.state = "n"}, %i: tensor<1xi64> {graph.name = "i"}, %u: tensor<1x4xf32> {graph.name = "u"}) -> (tensor<8x4xf32> {graph.name = "n"}, tensor<8x4xf32> {graph.name = "old"}) {
  %r = graph.fusion scatter(%s, %i, %u) {
  ^bb0(%0: tensor<8x4xf32>, %1: tensor<1xi64>, %2: tensor<1x4xf32>):
    %n = graph.scatter %0, %1, %2 axis = 0 : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
  %o = graph.fusion elementwise(%s) {
  ^bb0(%0: tensor<8x4xf32>):
    %n = graph.relu %0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r, %o : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// So it is where the kernel that makes the next value reads the old one in any other way than a scatter does.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = tile.buffer state "s"
// CHECK: %[[N:.*]] = tile.buffer scratch ""
// CHECK: tile.store {{.*}} -> %[[N]]
// CHECK: tile.copy_buffer %[[N]] [0, 32*4] -> %[[S]]
func.func @main(%s: tensor<8x4xf32> {graph.name = "s", graph.state = "n"}) -> (tensor<8x4xf32> {graph.name = "n"}) {
  %r = graph.fusion elementwise(%s) {
  ^bb0(%0: tensor<8x4xf32>):
    %n = graph.relu %0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// The old value is an output, too: it is copied before the new one comes.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = tile.buffer state "s"
// CHECK: %[[O:.*]] = tile.buffer output "old"
// CHECK: %[[N:.*]] = tile.buffer scratch ""
// CHECK: tile.copy_buffer %[[S]] [0, 32*4] -> %[[O]]
// CHECK: tile.copy_buffer %[[N]] [0, 32*4] -> %[[S]]
func.func @main(%s: tensor<8x4xf32> {graph.name = "s", graph.state = "n"}, %i: tensor<1xi64> {graph.name = "i"}, %u: tensor<1x4xf32> {graph.name = "u"}) -> (tensor<8x4xf32> {graph.name = "n"}, tensor<8x4xf32> {graph.name = "old"}) {
  %r = graph.fusion scatter(%s, %i, %u) {
  ^bb0(%0: tensor<8x4xf32>, %1: tensor<1xi64>, %2: tensor<1x4xf32>):
    %n = graph.scatter %0, %1, %2 axis = 0 : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
    graph.yield %n : tensor<8x4xf32>
  } : (tensor<8x4xf32>, tensor<1xi64>, tensor<1x4xf32>) -> tensor<8x4xf32>
  return %r, %s : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Two states that change places, and one that stays.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = tile.buffer state "a"
// CHECK: %[[B:.*]] = tile.buffer state "b"
// CHECK: %[[C:.*]] = tile.buffer state "c"
// CHECK: tile.copy_buffer %[[B]] [0, 8*4] -> %[[X:.*]] [0, 8*4]
// CHECK: tile.copy_buffer %[[A]] [0, 8*4] -> %[[Y:.*]] [0, 8*4]
// CHECK: tile.copy_buffer %[[X]] [0, 8*4] -> %[[A]]
// CHECK: tile.copy_buffer %[[Y]] [0, 8*4] -> %[[B]]
// CHECK-NOT: tile.copy_buffer
func.func @main(%a: tensor<8xf32> {graph.name = "a", graph.state = "na"}, %b: tensor<8xf32> {graph.name = "b", graph.state = "nb"}, %c: tensor<8xf32> {graph.name = "c", graph.state = "nc"})
    -> (tensor<8xf32> {graph.name = "na"}, tensor<8xf32> {graph.name = "nb"}, tensor<8xf32> {graph.name = "nc"}) {
  return %b, %a, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
