// RUN: glia-opt --tile-synchronise %s | FileCheck %s
// RUN: glia-opt --tile-synchronise --tile-verify-phase=phase=synchronised %s -o /dev/null

// Load -> scalar -> store: one wait for each step that another stream feeds; the end waits for the store and clears.
// Queue q, consumer c: semaphore 32 + 5q + c; stream p, consumer c: 5p + c.
// CHECK-LABEL: func.func @chain
func.func @chain() {
  %x = tile.buffer input "x" at 0 : !tile.buffer<128x32xf32>
  %y = tile.buffer output "y" at 16384 : !tile.buffer<128x32xf32>
  // CHECK: tile.load {{.*}} issue queue 0 signals 32 mask 4
  %a = tile.load %x [0, 128*128, 32*4] -> [0:128, 0, 32*1] at 0 on sync issue queue 0 : (!tile.buffer<128x32xf32>) -> !tile.tile<128x32xf32, sbuf>
  // CHECK-NEXT: tile.wait semaphore 34 for 16 on scalar
  // CHECK-NEXT: tile.activate
  // CHECK-NEXT: tile.signal semaphore 14 by 1 on scalar
  %b = tile.activate relu %a [0:128, 0, 32*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:128, 0, 32*1] at 128 on scalar
    : (!tile.tile<128x32xf32, sbuf>) -> !tile.tile<128x32xf32, sbuf>
  // CHECK-NEXT: tile.wait semaphore 14 for 1 on sync
  // CHECK-NEXT: tile.store {{.*}} issue queue 7 signals 67 mask 16
  tile.store %b [0:128, 0, 32*1] -> %y [0, 128*128, 32*4] on sync issue queue 7 : (!tile.tile<128x32xf32, sbuf>, !tile.buffer<128x32xf32>) -> ()
  // CHECK-NEXT: tile.signal semaphore 34 by -16 on scalar
  // CHECK-NEXT: tile.wait semaphore 71 for 16 on sync
  // CHECK-NEXT: tile.signal semaphore 14 by -1 on sync
  // CHECK-NEXT: tile.signal semaphore 71 by -16 on sync
  // CHECK-NEXT: return
  return
}

// One stream needs no semaphore with itself, and neither do ops on different bytes.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: tile.wait
// CHECK-NOT: tile.signal
// CHECK: return
func.func @apart() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  %b = tile.copy %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] at 128 on vector : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, sbuf>
  %c = tile.memset 0 -> [0:32, 0, 32*1] at 256 on gpsimd : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// A reused address waits for the reader of what was there.
// CHECK-LABEL: func.func @reuse
func.func @reuse() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.wait semaphore 7 for 1 on scalar
  // CHECK-NEXT: tile.copy
  // CHECK-NEXT: tile.signal semaphore 13 by 1 on scalar
  %b = tile.copy %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] at 128 on scalar : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, sbuf>
  // CHECK-NEXT: tile.wait semaphore 13 for 1 on gpsimd
  // CHECK-NEXT: tile.memset 1
  %c = tile.memset 1 -> [0:32, 0, 32*1] at 0 on gpsimd : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// The load of a stored buffer on another queue waits; on the same queue it would not.
// CHECK-LABEL: func.func @through_hbm
func.func @through_hbm() {
  %s = tile.buffer scratch "" at 0 : !tile.buffer<32x32xf32>
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.store {{.*}} issue queue 7 signals 67 mask 16
  tile.store %a [0:32, 0, 32*1] -> %s [0, 32*128, 32*4] on sync issue queue 7 : (!tile.tile<32x32xf32, sbuf>, !tile.buffer<32x32xf32>) -> ()
  // CHECK-NEXT: tile.load {{.*}} issue queue 7
  %b = tile.load %s [0, 32*4, 32*128] -> [0:32, 0, 32*1] at 128 on sync issue queue 7 : (!tile.buffer<32x32xf32>) -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.wait semaphore 71 for 16 on sync
  // CHECK-NEXT: tile.load {{.*}} issue queue 0 signals 32 mask 16
  %c = tile.load %s [0, 32*4, 32*128] -> [0:32, 0, 32*1] at 256 on sync issue queue 0 : (!tile.buffer<32x32xf32>) -> !tile.tile<32x32xf32, sbuf>
  return
}

// Marked: each op waits for the one before, which waited for all.
// CHECK-LABEL: func.func @barriers
func.func @barriers() attributes {tile.full_barriers} {
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.wait semaphore 8 for 1 on gpsimd
  // CHECK-NEXT: tile.memset 1
  %b = tile.memset 1 -> [0:32, 0, 32*1] at 128 on gpsimd : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.wait semaphore 16 for 1 on vector
  // CHECK-NEXT: tile.memset 2
  %c = tile.memset 2 -> [0:32, 0, 32*1] at 256 on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}
