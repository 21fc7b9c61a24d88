// RUN: glia-opt --tile-to-isa --split-input-file --verify-diagnostics %s
// RUN: not glia-opt --tile-to-isa=target=trn9 --split-input-file %s 2>&1 | FileCheck %s
// CHECK: unknown target `trn9`

func.func @main() {
  // expected-error @+1 {{expects an address (run tile-allocate first)}}
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  return
}

// -----

func.func @main() {
  // expected-error @+1 {{expects an address (run tile-allocate first)}}
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// -----

func.func @main() {
  %x = tile.buffer input "x" at 0 : !tile.buffer<4xf32>
  // expected-error @+1 {{expects a DMA queue (run tile-schedule first)}}
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] at 0 on sync : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  return
}

// -----

// expected-error @+1 {{expects a function `main`}}
module {
}
