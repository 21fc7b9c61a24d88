// RUN: glia-opt --tile-to-isa %s | FileCheck %s

// One program on all cores, a set of replica groups for each axis, the caller's shapes and who has which part.
// CHECK: module {
// CHECK-LABEL: isa.object target "trn2"
// CHECK-SAME: cores [0, 0, 0, 0, 0, 0] groups ["(0, 3) (1, 4) (2, 5)", "(0, 1, 2) (3, 4, 5)"]
// CHECK-NEXT: isa.binding "x" kind "input" type "f32" shape [4, 12] at 0 bytes 32 placed "part [2, 4] on 0 (0, 0) on 1 (0, 1) on 2 (0, 2) on 3 (1, 0) on 4 (1, 1) on 5 (1, 2)"
// CHECK-NEXT: isa.binding "r" kind "input" type "f32" shape [8] at 4096 bytes 32
// CHECK-NOT: placed
// CHECK: isa.stream "gpsimd"
// CHECK-NEXT: isa.all_reduce gpsimd "hbm.f32[0x2000](8:4), hbm.f32[0x0](8:4), queue=15, signalBase=s107, signalMask=2, group=0, op=max"
// CHECK-NEXT: isa.all_gather gpsimd "hbm.f32[0x3000](24:4), hbm.f32[0x1000](8:4), queue=15, group=1"
// CHECK-NEXT: isa.reduce_scatter gpsimd "hbm.f32[0x5000](8:4), hbm.f32[0x4000](24:4), queue=15, group=1"
// CHECK: isa.entry "main" program 0
module attributes {tile.grid = array<i64: 2, 3>} {
  func.func @main() {
    %x = tile.buffer input "x" at 0 split [0, 1] : !tile.buffer<2x4xf32>
    %r = tile.buffer input "r" at 4096 : !tile.buffer<8xf32>
    %y = tile.buffer output "y" at 8192 : !tile.buffer<2x4xf32>
    %z = tile.buffer output "z" at 12288 : !tile.buffer<24xf32>
    %w = tile.buffer scratch "" at 16384 : !tile.buffer<24xf32>
    %v = tile.buffer scratch "" at 20480 : !tile.buffer<8xf32>
    tile.all_reduce max %x [0, 8*4] -> %y [0, 8*4] group 0 on gpsimd issue queue 15 signals 107 mask 2 : (!tile.buffer<2x4xf32>, !tile.buffer<2x4xf32>) -> ()
    tile.all_gather %r [0, 8*4] -> %z [0, 24*4] group 1 on gpsimd issue queue 15 : (!tile.buffer<8xf32>, !tile.buffer<24xf32>) -> ()
    tile.reduce_scatter add %w [0, 24*4] -> %v [0, 8*4] group 1 on gpsimd issue queue 15 : (!tile.buffer<24xf32>, !tile.buffer<8xf32>) -> ()
    return
  }
}
