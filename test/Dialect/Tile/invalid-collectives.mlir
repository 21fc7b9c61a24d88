// Each labelled rule of the ops between cores, of split buffers and of grids, broken once.
// RUN: glia-opt %s --split-input-file --verify-diagnostics

func.func @counts() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xf32>
  // expected-error@+1 {{(dma_c1)}}
  tile.all_reduce add %x [0, 8*4] -> %y [0, 4*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
  return
}

// -----

func.func @types() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xi32>
  // expected-error@+1 {{expects one element type, got 'f32' and 'i32' (collective_c1)}}
  tile.all_reduce add %x [0, 8*4] -> %y [0, 8*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xi32>) -> ()
  return
}

// -----

func.func @group() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xf32>
  // expected-error@+1 {{expects a set of replica groups in 0..65535, got 65536 (collective_c2)}}
  tile.all_reduce add %x [0, 8*4] -> %y [0, 8*4] group 65536 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
  return
}

// -----

func.func @gather_blocks() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<12xf32>
  // expected-error@+1 {{expects blocks of 8 elements, got 12 elements (collective_c3)}}
  tile.all_gather %x [0, 8*4] -> %y [0, 12*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<12xf32>) -> ()
  return
}

// -----

func.func @scatter_blocks() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<3xf32>
  // expected-error@+1 {{expects blocks of 3 elements, got 8 elements (collective_c3)}}
  tile.reduce_scatter add %x [0, 8*4] -> %y [0, 3*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<3xf32>) -> ()
  return
}

// -----

func.func @operator() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xf32>
  // expected-error@+1 {{expects add, max or min, got multiply (collective_c4)}}
  tile.all_reduce multiply %x [0, 8*4] -> %y [0, 8*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
  return
}

// -----

func.func @outside() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xf32>
  // expected-error@+1 {{(buffer_c3)}}
  tile.all_reduce add %x [4, 8*4] -> %y [0, 8*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
  return
}

// -----

func.func @split_scratch() {
  // expected-error@+1 {{expects `split` on what the caller sees only, with an axis or -1 for each of 1 dimensions (buffer_c7)}}
  %x = tile.buffer scratch "" split [0] : !tile.buffer<8xf32>
  return
}

// -----

func.func @split_rank() {
  // expected-error@+1 {{(buffer_c7)}}
  %x = tile.buffer input "x" split [0, 0] : !tile.buffer<8xf32>
  return
}

// -----

// expected-error@+1 {{expects `tile.grid` on the module, at least 1 core along each axis and at most 65536 in all}}
module attributes {tile.grid = array<i64: 2, 0>} {}

// -----

// expected-error@+1 {{expects `tile.grid` on the module}}
module attributes {tile.grid = array<i64: 4294967296, 4294967296>} {}
