// RUN: glia-opt --tile-schedule %s | FileCheck %s
// RUN: glia-opt --tile-schedule=straight %s | FileCheck %s
// RUN: glia-opt --tile-schedule --tile-allocate --tile-synchronise --tile-verify-phase=phase=synchronised %s | FileCheck %s --check-prefix=SYNC

// Whatever the sets, in program order, in one stream, on a queue that no other transfer has.
// CHECK-LABEL: func.func @main
// CHECK: tile.all_reduce {{.*}} group 1 on gpsimd issue queue 15
// CHECK: tile.all_gather {{.*}} group 0 on gpsimd issue queue 15
// CHECK: tile.all_reduce {{.*}} group 1 on gpsimd issue queue 15

// The first waits for the store of its source; the load of what it makes waits for it.
// SYNC-LABEL: func.func @main
// SYNC: tile.store {{.*}} on vector issue queue 10 signals 82 mask 10
// SYNC-NEXT: tile.wait semaphore 85 for 16 on gpsimd
// SYNC-NEXT: tile.all_reduce {{.*}} group 1 on gpsimd issue queue 15 signals 107 mask 16
// SYNC: tile.wait semaphore 111 for 16 on sync
// SYNC: tile.load %{{.*}} on sync
module attributes {tile.grid = array<i64: 2, 2>} {
  func.func @main() {
    %x = tile.buffer input "x" : !tile.buffer<8x64xf32>
    %y = tile.buffer output "y" : !tile.buffer<8x64xf32>
    %z = tile.buffer output "z" : !tile.buffer<16x64xf32>
    %v = tile.buffer output "v" : !tile.buffer<8x64xf32>
    %p = tile.buffer scratch "" : !tile.buffer<8x64xf32>
    %s = tile.buffer scratch "" : !tile.buffer<8x64xf32>
    %a = tile.load %x [0, 8*256, 64*4] -> [0:8, 0, 64*1] on sync : (!tile.buffer<8x64xf32>) -> !tile.tile<8x64xf32, sbuf>
    %b = tile.copy %a [0:8, 0, 64*1] -> [0:8, 0, 64*1] on vector : (!tile.tile<8x64xf32, sbuf>) -> !tile.tile<8x64xf32, sbuf>
    tile.store %b [0:8, 0, 64*1] -> %p [0, 8*256, 64*4] on sync : (!tile.tile<8x64xf32, sbuf>, !tile.buffer<8x64xf32>) -> ()
    tile.all_reduce add %p [0, 512*4] -> %s [0, 512*4] group 1 on sync : (!tile.buffer<8x64xf32>, !tile.buffer<8x64xf32>) -> ()
    %c = tile.load %s [0, 8*256, 64*4] -> [0:8, 0, 64*1] on sync : (!tile.buffer<8x64xf32>) -> !tile.tile<8x64xf32, sbuf>
    tile.store %c [0:8, 0, 64*1] -> %y [0, 8*256, 64*4] on sync : (!tile.tile<8x64xf32, sbuf>, !tile.buffer<8x64xf32>) -> ()
    tile.all_gather %x [0, 512*4] -> %z [0, 1024*4] group 0 on sync : (!tile.buffer<8x64xf32>, !tile.buffer<16x64xf32>) -> ()
    tile.all_reduce add %x [0, 512*4] -> %v [0, 512*4] group 1 on sync : (!tile.buffer<8x64xf32>, !tile.buffer<8x64xf32>) -> ()
    return
  }
}
