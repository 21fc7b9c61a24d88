// Each labelled rule of single ops, broken once.
// RUN: glia-opt %s --split-input-file --verify-diagnostics

func.func @pointer_without_tile() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(scalar_c1)}}
  %u = tile.tensor_scalar %t [0:64, 0, 8*1] add ptr [0, 0], bypass imm 0 -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @unsigned_index() {
  %b = tile.buffer input "b" : !tile.buffer<64x8xf32>
  %i = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xui32, sbuf>
  // expected-error@+1 {{(gather_c1)}}
  %t = tile.gather %b [0, 64*32, 8*4] at_index %i [0:64, 0, 1*1] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>, !tile.tile<64x1xui32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @one_index_missing() {
  %b = tile.buffer input "b" : !tile.buffer<64x8xf32>
  %i = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xi32, sbuf>
  // expected-error@+1 {{(gather_c2)}}
  %t = tile.gather %b [0, 64*32, 8*4] at_index %i [0:32, 0, 1*1] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>, !tile.tile<64x1xi32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @short_row() {
  %b = tile.buffer input "b" : !tile.buffer<64x8xf32>
  %i = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xi32, sbuf>
  // expected-error@+1 {{(gather_c3)}}
  %t = tile.gather %b [0, 64*32, 4*4] at_index %i [0:64, 0, 1*1] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>, !tile.tile<64x1xi32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @product_in_sbuf() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(matmul_c1)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> [0:8, 0, 8*1] on tensor : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x8xf32, sbuf>
  return
}

// -----

func.func @other_depth() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(matmul_c2)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:32, 0, 8*1] -> [0:8, 0, 8*1] on tensor : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x8xf32, psum>
  return
}

// -----

func.func @other_result() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(matmul_c3)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> [0:8, 0, 4*1] on tensor : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x8xf32, psum>
  return
}

// -----

func.func @many_columns() {
  %t = tile.memset 0 -> [0:64, 0, 600*1] on vector : () -> !tile.tile<64x600xf32, sbuf>
  // expected-error@+1 {{(matmul_c4)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:64, 0, 600*1] -> [0:8, 0, 600*1] on tensor : (!tile.tile<64x600xf32, sbuf>, !tile.tile<64x600xf32, sbuf>) -> !tile.tile<8x600xbf16, psum>
  return
}

// -----

func.func @half_sum() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(matmul_c5)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> [0:8, 0, 8*1] on tensor : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x8xbf16, psum>
  return
}

// -----

func.func @nothing_to_accumulate() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(matmul_c6)}}
  %c = tile.matmul %t [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> [0:8, 0, 8*1] accumulate on tensor : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x8xf32, psum>
  return
}

// -----

func.func @transpose_to_sbuf() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(transpose_c1)}}
  %c = tile.transpose %t [0:64, 0, 8*1] -> [0:8, 0, 64*1] on tensor : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x64xf32, sbuf>
  return
}

// -----

func.func @not_transposed() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(transpose_c2)}}
  %c = tile.transpose %t [0:64, 0, 8*1] -> [0:64, 0, 8*1] on tensor : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, psum>
  return
}

// -----

func.func @transpose_casts() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(transpose_c3)}}
  %c = tile.transpose %t [0:64, 0, 8*1] -> [0:8, 0, 64*1] on tensor : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<8x64xi32, psum>
  return
}

// -----

func.func @two_in_psum() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, psum>
  // expected-error@+1 {{(tensor_tensor_c1)}}
  %c = tile.tensor_tensor %t [0:64, 0, 8*1] add %t [0:64, 0, 8*1] -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, psum>, !tile.tile<64x8xf32, psum>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @many_axes() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(reduce_c1)}}
  %c = tile.reduce add %t [0:64, 0, 8*1] axes 2 -> [0:64, 0, 1*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @kept_axis() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(reduce_c2)}}
  %c = tile.reduce add %t [0:64, 0, 8*1] axes 1 -> [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @select_casts() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  %p = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xui8, sbuf>
  %i = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xi32, sbuf>
  // expected-error@+1 {{(select_c1)}}
  %c = tile.select %p [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> into %i [0:64, 0, 8*1] on vector : (!tile.tile<64x8xui8, sbuf>, !tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xi32, sbuf>) -> !tile.tile<64x8xi32, sbuf>
  return
}

// -----

func.func @float_predicate() {
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  %u = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(select_c2)}}
  %c = tile.select %t [0:64, 0, 8*1], %t [0:64, 0, 8*1] -> into %u [0:64, 0, 8*1] on vector : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>, !tile.tile<64x8xf32, sbuf>) -> !tile.tile<64x8xf32, sbuf>
  return
}

// -----

func.func @semaphore_number() {
  // expected-error@+1 {{(semaphore_c1)}}
  tile.wait semaphore 256 for 1 on vector
  return
}

// -----

func.func @signalled_number() {
  // expected-error@+1 {{(semaphore_c2)}}
  tile.signal semaphore -1 by 1 on vector
  return
}

// -----

func.func @scatter_by_unsigned_index() {
  %b = tile.buffer output "b" : !tile.buffer<64x8xf32>
  %i = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xui32, sbuf>
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(scatter_c1)}}
  tile.scatter %t [0:64, 0, 8*1] at_index %i [0:64, 0, 1*1] -> %b [0, 64*32, 8*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x1xui32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  return
}

// -----

func.func @scatter_of_a_short_row() {
  %b = tile.buffer output "b" : !tile.buffer<64x8xf32>
  %i = tile.memset 0 -> [0:64, 0, 1*1] on vector : () -> !tile.tile<64x1xi32, sbuf>
  %t = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  // expected-error@+1 {{(scatter_c3)}}
  tile.scatter %t [0:64, 0, 4*1] at_index %i [0:64, 0, 1*1] -> %b [0, 64*32, 8*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.tile<64x1xi32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  return
}
