// Collectives on one set of replica groups stand in one stream, as soon as streams are final.
// RUN: glia-opt --tile-verify-phase=phase=scheduled --verify-diagnostics %s

module attributes {tile.grid = array<i64: 2>} {
  func.func @streams() {
    %x = tile.buffer input "x" : !tile.buffer<8xf32>
    %y = tile.buffer output "y" : !tile.buffer<8xf32>
    %z = tile.buffer output "z" : !tile.buffer<8xf32>
    tile.all_reduce add %x [0, 8*4] -> %y [0, 8*4] group 0 on gpsimd issue queue 15 : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
    // expected-error @+1 {{expects collectives on replica groups 0 in one stream, gpsimd (phase_c15)}}
    tile.all_reduce add %x [0, 8*4] -> %z [0, 8*4] group 0 on sync issue queue 0 : (!tile.buffer<8xf32>, !tile.buffer<8xf32>) -> ()
    return
  }
}
