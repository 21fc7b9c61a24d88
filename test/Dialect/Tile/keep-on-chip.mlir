// RUN: glia-opt --tile-keep-on-chip %s | FileCheck %s

// 64 rows of 8 become 32 rows of 16: one move each way, no HBM.
// CHECK-LABEL: func.func @reshaped
// CHECK-NOT: tile.buffer scratch
// CHECK: [[A:%.*]] = tile.memset
// CHECK-NEXT: [[R:%.*]] = tile.move [[A]] [0:64, 0, 8*1] -> [0:64, 0, 8*1] on sync
// CHECK-NEXT: [[B:%.*]] = tile.move [[R]] [0:64, 0, 8*1] -> [0:32, 0, 16*1] on sync
// CHECK-NEXT: tile.store [[B]]
func.func @reshaped() {
  %y = tile.buffer output "y" : !tile.buffer<32x16xf32>
  %h = tile.buffer scratch "" : !tile.buffer<64x8xf32>
  %a = tile.memset 0 -> [0:64, 0, 8*1] on vector : () -> !tile.tile<64x8xf32, sbuf>
  tile.store %a [0:64, 0, 8*1] -> %h [0, 512*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  %b = tile.load %h [0, 512*4] -> [0:32, 0, 16*1] on sync : (!tile.buffer<64x8xf32>) -> !tile.tile<32x16xf32, sbuf>
  tile.store %b [0:32, 0, 16*1] -> %y [0, 512*4] on sync : (!tile.tile<32x16xf32, sbuf>, !tile.buffer<32x16xf32>) -> ()
  return
}

// 192 rows are two tiles; a load over their border is two moves into one tile.
// CHECK-LABEL: func.func @two_tiles
// CHECK: tile.move {{.*}} [0:96, 0, 8*1] -> [0:96, 0, 8*1] {{.*}} -> !tile.tile<128x8xf32, sbuf>
// CHECK: tile.move {{.*}} [0:32, 0, 8*1] -> into {{%.*}} [96:32, 0, 8*1]
// CHECK: tile.move {{.*}} [32:64, 0, 8*1] -> [0:64, 0, 8*1] {{.*}} -> !tile.tile<64x8xf32, sbuf>
// CHECK: [[P:%.*]] = tile.move {{.*}} [64:64, 0, 8*1] -> [0:64, 0, 8*1]
// CHECK: tile.move {{.*}} [0:64, 0, 8*1] -> into [[P]] [64:64, 0, 8*1]
func.func @two_tiles() {
  %y = tile.buffer output "y" : !tile.buffer<128x8xf32>
  %h = tile.buffer scratch "" : !tile.buffer<192x8xf32>
  %a = tile.memset 0 -> [0:96, 0, 8*1] on vector : () -> !tile.tile<96x8xf32, sbuf>
  tile.store %a [0:96, 0, 8*1] -> %h [0, 768*4] on sync : (!tile.tile<96x8xf32, sbuf>, !tile.buffer<192x8xf32>) -> ()
  tile.store %a [0:96, 0, 8*1] -> %h [3072, 768*4] on sync : (!tile.tile<96x8xf32, sbuf>, !tile.buffer<192x8xf32>) -> ()
  %b = tile.load %h [2048, 1024*4] -> [0:128, 0, 8*1] on sync : (!tile.buffer<192x8xf32>) -> !tile.tile<128x8xf32, sbuf>
  tile.store %b [0:128, 0, 8*1] -> %y [0, 1024*4] on sync : (!tile.tile<128x8xf32, sbuf>, !tile.buffer<128x8xf32>) -> ()
  return
}

// One row goes to all partitions; a buffer that is stored again after a load stays in HBM, and so does one of another type: that is a cast.
// CHECK-LABEL: func.func @stays
// CHECK: tile.buffer scratch "" : <64x8xf32>
// CHECK: tile.move {{.*}} [0:1, 0, 8*1] -> [0:1, 0, 8*1]
// CHECK: tile.move {{.*}} [0:1, 0, 64*0, 8*1] -> [0:64, 0, 8*1]
// CHECK-NOT: tile.move
// CHECK: tile.buffer scratch "" : <64x8xi32>
// CHECK-NOT: tile.move
func.func @stays() {
  %y = tile.buffer output "y" : !tile.buffer<64x8xf32>
  %h = tile.buffer scratch "" : !tile.buffer<8xf32>
  %g = tile.buffer scratch "" : !tile.buffer<64x8xf32>
  %a = tile.memset 0 -> [0:1, 0, 8*1] on vector : () -> !tile.tile<1x8xf32, sbuf>
  tile.store %a [0:1, 0, 8*1] -> %h [0, 8*4] on sync : (!tile.tile<1x8xf32, sbuf>, !tile.buffer<8xf32>) -> ()
  %b = tile.load %h [0, 64*0, 8*4] -> [0:64, 0, 8*1] on sync : (!tile.buffer<8xf32>) -> !tile.tile<64x8xf32, sbuf>
  tile.store %b [0:64, 0, 8*1] -> %g [0, 512*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  %c = tile.load %g [0, 512*4] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xf32>) -> !tile.tile<64x8xf32, sbuf>
  tile.store %c [0:64, 0, 8*1] -> %g [0, 512*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  %i = tile.buffer scratch "" : !tile.buffer<64x8xi32>
  tile.store %c [0:64, 0, 8*1] -> %i [0, 512*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xi32>) -> ()
  %d = tile.load %i [0, 512*4] -> [0:64, 0, 8*1] on sync : (!tile.buffer<64x8xi32>) -> !tile.tile<64x8xf32, sbuf>
  tile.store %d [0:64, 0, 8*1] -> %y [0, 512*4] on sync : (!tile.tile<64x8xf32, sbuf>, !tile.buffer<64x8xf32>) -> ()
  return
}
