// RUN: glia-opt --tile-schedule %s | FileCheck %s
// RUN: glia-opt --tile-schedule=straight %s | FileCheck %s --check-prefix=STRAIGHT
// RUN: glia-opt --tile-schedule=window=1 %s | FileCheck %s --check-prefix=WINDOW

// Loads go before the stores that wait for computation; every DMA gets a queue, and a store is issued by the stream that made its tile.
// CHECK-LABEL: func.func @hoist
// CHECK-NOT: tile.full_barriers
// CHECK: tile.load {{.*}} on sync issue queue 0
// CHECK: tile.load {{.*}} on sync issue queue 1
// CHECK: tile.store {{.*}} on scalar issue queue 12
// CHECK: tile.store {{.*}} on scalar issue queue 13

// In order, one queue, marked.
// STRAIGHT-LABEL: func.func @hoist
// STRAIGHT-SAME: attributes {tile.full_barriers}
// STRAIGHT: tile.load {{.*}} issue queue 0
// STRAIGHT: tile.store {{.*}} issue queue 0
// STRAIGHT: tile.load {{.*}} issue queue 0
// STRAIGHT: tile.store {{.*}} issue queue 0

// WINDOW-LABEL: func.func @hoist
// WINDOW: tile.load
// WINDOW: tile.store
// WINDOW: tile.load
// WINDOW: tile.store
func.func @hoist() {
  %x = tile.buffer input "x" : !tile.buffer<128x64xf32>
  %y = tile.buffer output "y" : !tile.buffer<128x64xf32>
  %a = tile.load %x [0, 128*256, 32*4] -> [0:128, 0, 32*1] on sync : (!tile.buffer<128x64xf32>) -> !tile.tile<128x32xf32, sbuf>
  %b = tile.activate relu %a [0:128, 0, 32*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:128, 0, 32*1] on scalar
    : (!tile.tile<128x32xf32, sbuf>) -> !tile.tile<128x32xf32, sbuf>
  tile.store %b [0:128, 0, 32*1] -> %y [0, 128*256, 32*4] on sync : (!tile.tile<128x32xf32, sbuf>, !tile.buffer<128x64xf32>) -> ()
  %c = tile.load %x [128, 128*256, 32*4] -> [0:128, 0, 32*1] on sync : (!tile.buffer<128x64xf32>) -> !tile.tile<128x32xf32, sbuf>
  %d = tile.activate relu %c [0:128, 0, 32*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:128, 0, 32*1] on scalar
    : (!tile.tile<128x32xf32, sbuf>) -> !tile.tile<128x32xf32, sbuf>
  tile.store %d [0:128, 0, 32*1] -> %y [128, 128*256, 32*4] on sync : (!tile.tile<128x32xf32, sbuf>, !tile.buffer<128x64xf32>) -> ()
  return
}

// A load of what an earlier store writes is not hoisted over it.
// CHECK-LABEL: func.func @through_hbm
// CHECK: tile.memset
// CHECK: tile.store
// CHECK: tile.load
// CHECK: tile.store
func.func @through_hbm() {
  %s = tile.buffer scratch "" : !tile.buffer<32x32xf32>
  %y = tile.buffer output "y" : !tile.buffer<32x32xf32>
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  tile.store %a [0:32, 0, 32*1] -> %s [0, 32*128, 32*4] on sync : (!tile.tile<32x32xf32, sbuf>, !tile.buffer<32x32xf32>) -> ()
  %b = tile.load %s [0, 32*4, 32*128] -> [0:32, 0, 32*1] on sync : (!tile.buffer<32x32xf32>) -> !tile.tile<32x32xf32, sbuf>
  tile.store %b [0:32, 0, 32*1] -> %y [0, 32*128, 32*4] on sync : (!tile.tile<32x32xf32, sbuf>, !tile.buffer<32x32xf32>) -> ()
  return
}

// A reader of a version stays before the op that makes the next one, even if that could start at once.
// CHECK-LABEL: func.func @versions
// CHECK: tile.memset 0
// CHECK: tile.copy
// CHECK: tile.memset 1
// CHECK: tile.tensor_tensor
func.func @versions() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] on gpsimd : () -> !tile.tile<32x32xi32, sbuf>
  %b = tile.copy %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on gpsimd : (!tile.tile<32x32xi32, sbuf>) -> !tile.tile<32x32xi32, sbuf>
  %c = tile.memset 1 -> into %a [0:32, 0, 32*1] on vector : (!tile.tile<32x32xi32, sbuf>) -> !tile.tile<32x32xi32, sbuf>
  %d = tile.tensor_tensor %b [0:32, 0, 32*1] add %c [0:32, 0, 32*1] -> [0:32, 0, 32*1] on gpsimd
    : (!tile.tile<32x32xi32, sbuf>, !tile.tile<32x32xi32, sbuf>) -> !tile.tile<32x32xi32, sbuf>
  return
}
