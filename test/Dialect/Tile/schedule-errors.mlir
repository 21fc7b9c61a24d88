// RUN: glia-opt --tile-schedule --split-input-file --verify-diagnostics %s
// RUN: not glia-opt --tile-schedule=target=trn9 %s 2>&1 | FileCheck %s
// CHECK: cannot be scheduled for the unknown target `trn9`

func.func @ok() {
  return
}

// -----

func.func @foreign_op() {
  %b = tile.buffer input "x" : !tile.buffer<4xf32>
  // expected-error @+1 {{is no tile op}}
  func.call @foreign_op() : () -> ()
  return
}

// -----

// expected-error @+1 {{expects one block of tile ops}}
func.func private @declaration()
