// What the grid promises to every phase.
// RUN: glia-opt --tile-verify-phase=phase=tiled --split-input-file --verify-diagnostics %s

module attributes {tile.grid = array<i64: 2>} {
  func.func @split_axis() {
    // expected-error @+1 {{expects axes of `split` below the grid's 1, got 1 (phase_c13)}}
    %x = tile.buffer input "x" split [1] : !tile.buffer<8xf32>
    return
  }
}

// -----

func.func @one_core() {
  %x = tile.buffer input "x" : !tile.buffer<8xf32>
  %y = tile.buffer output "y" : !tile.buffer<8xf32>
  // expected-error @+1 {{expects a set of replica groups below the grid's 0 axes, got 0 (phase_c14)}}
  tile.all_reduce add %x [0, 8*4] -> %y [0, 8*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
  return
}

// -----

module attributes {tile.grid = array<i64: 4>} {
  func.func @blocks() {
    %x = tile.buffer input "x" : !tile.buffer<8xf32>
    %y = tile.buffer output "y" : !tile.buffer<16xf32>
    // expected-error @+1 {{expects a block of 8 elements for each of 4 cores, got 16 elements (phase_c16)}}
    tile.all_gather %x [0, 8*4] -> %y [0, 16*4] group 0 on gpsimd : (!tile.buffer<8xf32>, !tile.buffer<16xf32>) -> ()
    return
  }
}
