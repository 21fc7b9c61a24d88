// Each labelled rule of types, DMA and versions, broken once.
// RUN: glia-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{(tile_c1)}}
func.func private @boolean_tile() -> !tile.tile<64x8xi1, sbuf>

// -----

// expected-error@+1 {{(tile_c2)}}
func.func private @many_partitions() -> !tile.tile<129x8xf32, sbuf>

// -----

// expected-error@+1 {{(tile_c3)}}
func.func private @no_elements() -> !tile.tile<64x0xf32, sbuf>

// -----

// expected-error@+1 {{(tile_c4)}}
func.func private @two_banks() -> !tile.tile<64x513xf32, psum>

// -----

// expected-error@+1 {{(buffer_c1)}}
func.func private @wide_buffer() -> !tile.buffer<64xf64>

// -----

// expected-error@+1 {{(buffer_c2)}}
func.func private @huge_buffer() -> !tile.buffer<1048576x1048577xf32>

// -----

func.func @outside_buffer() {
  %b = tile.buffer input "b" : !tile.buffer<64x8xf32>
  // expected-error@+1 {{(buffer_c3)}}
  %t = tile.load %b [4, 64*32, 8*4] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @overwritten_buffer() {
  %b = tile.buffer output "b" : !tile.buffer<64x8xf32>
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(buffer_c4)}}
  tile.store %t [0:64, 0, 8*1] -> %b [0, 64*0, 8*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  return
}

// -----

func.func @constant_without_id() {
  // expected-error@+1 {{(buffer_c5)}}
  %b = tile.buffer constant "b" : !tile.buffer<64x8xf32>
  return
}

// -----

func.func @unaligned_buffer() {
  // expected-error@+1 {{(buffer_c6)}}
  %b = tile.buffer input "b" at 32 : !tile.buffer<64x8xf32>
  return
}

// -----

func.func @outside_partitions() {
  // expected-error@+1 {{(access_c1)}}
  %t = tile.memset 0 -> [64:32, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @outside_elements() {
  // expected-error@+1 {{(access_c2)}}
  %t = tile.memset 0 -> [0:64, 1, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @start_partition() {
  // expected-error@+1 {{(access_c3)}}
  %t = tile.memset 0 -> [16:32, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @other_type() {
  %t = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xi32, sbuf>
  // expected-error@+1 {{(version_c1)}}
  %u = tile.memset 0 -> into %t [0:64, 0, 8*1] on vector : (!tile.tile<64x1xi32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @late_reader() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(version_c2)}}
  %u = tile.memset 0 -> into %t [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  // expected-note@+1 {{a later reader}}
  %v = tile.copy %t [0:64, 0, 8*1] -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @two_next_versions() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(version_c2)}}
  %u = tile.memset 0 -> into %t [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  // expected-note@+1 {{a later reader}}
  %v = tile.memset 0 -> into %t [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @activate_on_vector() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(engine_c1)}}
  %u = tile.activate exp %t [0:64, 0, 8*1] scale imm 0 bias imm 0 -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @gpsimd_in_psum() {
  // expected-error@+1 {{(engine_c2)}}
  %t = tile.memset 0 -> [0:64, 0, 8*1] on gpsimd : () -> !tile.tile<64x8xf32, psum>
  return
}

// -----

func.func @dma_from_psum() {
  %b = tile.buffer output "b" : !tile.buffer<64x8xf32>
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, psum>
  // expected-error@+1 {{(engine_c2)}}
  tile.store %t [0:64, 0, 8*1] -> %b [0, 64*32, 8*4] on sync : (!tile.tile<64x8xf32, psum>, !tile.buffer<64x8xf32>) -> ()
  return
}

// -----

func.func @fewer_elements() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(shape_c1)}}
  %u = tile.copy %t [0:64, 0, 4*1] -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @fewer_bytes() {
  %b = tile.buffer input "b" : !tile.buffer<64x8xf32>
  // expected-error@+1 {{(dma_c1)}}
  %t = tile.load %b [0, 63*32, 8*4] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @pattern_text() {
  // expected-error@+2 {{invalid value for property destinationPattern}}
  // expected-error@+1 {{expects [start:partitions, offset, count*stride ...]}}
  %t = tile.memset 0 -> [0:129, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @engine_text() {
  // expected-error@+2 {{invalid value for property engine}}
  // expected-error@+1 {{unknown keyword `turbo`}}
  %t = tile.memset 0 -> [0:64, 0, 8*1] on turbo : () -> !tile.tile<64x8xf32, sbuf>
  return
}
