// RUN: glia-opt --tile-synchronise --split-input-file --verify-diagnostics %s

func.func @no_address() {
  // expected-error @+1 {{expects addresses of its tiles and buffers}}
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// -----

func.func @no_queue() {
  %x = tile.buffer input "x" at 0 : !tile.buffer<4xf32>
  // expected-error @+1 {{expects a DMA queue}}
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] at 0 on sync : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  return
}

// -----

func.func @twice() {
  // expected-error @+1 {{is there before synchronisation}}
  tile.wait semaphore 1 for 1 on vector
  return
}
