// RUN: glia-opt --tile-allocate --split-input-file --verify-diagnostics %s

func.func @sbuf_full() {
  %a = tile.memset 0 -> [0:32, 0, 30000*1] on vector : () -> !tile.tile<32x30000xf32, sbuf>
  // expected-error @+1 {{GLIA-E4640: expects a tile of 120000 bytes per partition beside 120000 live ones to fit into SBUF of 212984 bytes per partition}}
  %b = tile.copy %a [0:32, 0, 30000*1] -> [0:32, 0, 30000*1] on vector : (!tile.tile<32x30000xf32, sbuf>) -> !tile.tile<32x30000xf32, sbuf>
  return
}

// -----

func.func @psum_full() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %b = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %c = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %d = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %e = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %f = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %g = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %h = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  // expected-error @+1 {{GLIA-E4641: expects a tile of 128 bytes per partition beside 16384 live ones to fit into PSUM of 16384}}
  %i = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, psum>
  %ha = tile.memset 0 -> into %a [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hb = tile.memset 0 -> into %b [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hc = tile.memset 0 -> into %c [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hd = tile.memset 0 -> into %d [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %he = tile.memset 0 -> into %e [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hf = tile.memset 0 -> into %f [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hg = tile.memset 0 -> into %g [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  %hh = tile.memset 0 -> into %h [0:32, 0, 32*1] on vector : (!tile.tile<32x32xf32, psum>) -> !tile.tile<32x32xf32, psum>
  return
}

// -----

// expected-error @+1 {{GLIA-E4642: expects at most 12884901888 bytes of HBM, needs 16000000000}}
func.func @hbm_full() {
  %x = tile.buffer input "x" : !tile.buffer<4000000000xf32>
  return
}
