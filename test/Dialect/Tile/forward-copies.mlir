// RUN: glia-opt --tile-forward-copies %s | FileCheck %s

// Heads are read where they lie in the rows.
// CHECK-LABEL: func.func @split
// CHECK-NOT: tile.copy_buffer
// CHECK: tile.load %[[X:.*]] [0, 4*128, 16*4]
// CHECK: tile.load %[[X]] [64, 4*128, 16*4]
func.func @split() {
  %x = tile.buffer input "x" : !tile.buffer<4x2x16xf32>
  %y = tile.buffer output "y" : !tile.buffer<2x4x16xf32>
  %h = tile.buffer scratch "" : !tile.buffer<2x4x16xf32>
  tile.copy_buffer %x [0, 2*64, 4*128, 16*4] -> %h [0, 128*4] on sync : (!tile.buffer<4x2x16xf32>, !tile.buffer<2x4x16xf32>) -> ()
  %a = tile.load %h [0, 64*4] -> [0:4, 0, 16*1] on sync : (!tile.buffer<2x4x16xf32>) -> !tile.tile<4x16xf32, sbuf>
  %b = tile.load %h [256, 64*4] -> [0:4, 0, 16*1] on sync : (!tile.buffer<2x4x16xf32>) -> !tile.tile<4x16xf32, sbuf>
  tile.store %a [0:4, 0, 16*1] -> %y [0, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<2x4x16xf32>) -> ()
  tile.store %b [0:4, 0, 16*1] -> %y [256, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<2x4x16xf32>) -> ()
  return
}

// Heads are stored where the copy would have put them.
// CHECK-LABEL: func.func @merge
// CHECK-NOT: tile.copy_buffer
// CHECK: tile.store {{.*}} -> %[[Y:.*]] [0, 4*128, 16*4]
// CHECK: tile.store {{.*}} -> %[[Y]] [64, 4*128, 16*4]
func.func @merge() {
  %y = tile.buffer output "y" : !tile.buffer<4x2x16xf32>
  %h = tile.buffer scratch "" : !tile.buffer<2x4x16xf32>
  %a = tile.memset 0 -> [0:4, 0, 16*1] on vector : () -> !tile.tile<4x16xf32, sbuf>
  tile.store %a [0:4, 0, 16*1] -> %h [0, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<2x4x16xf32>) -> ()
  tile.store %a [0:4, 0, 16*1] -> %h [256, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<2x4x16xf32>) -> ()
  tile.copy_buffer %h [0, 4*64, 2*256, 16*4] -> %y [0, 128*4] on sync : (!tile.buffer<2x4x16xf32>, !tile.buffer<4x2x16xf32>) -> ()
  return
}

// What is written again after the copy, or read before it, needs the copy.
// CHECK-LABEL: func.func @stays
// CHECK-COUNT-2: tile.copy_buffer
func.func @stays() {
  %s = tile.buffer state "s" : !tile.buffer<64xf32>
  %y = tile.buffer output "y" : !tile.buffer<64xf32>
  %h = tile.buffer scratch "" : !tile.buffer<64xf32>
  %g = tile.buffer scratch "" : !tile.buffer<64xf32>
  tile.copy_buffer %s [0, 64*4] -> %h [0, 64*4] on sync : (!tile.buffer<64xf32>, !tile.buffer<64xf32>) -> ()
  %a = tile.memset 0 -> [0:4, 0, 16*1] on vector : () -> !tile.tile<4x16xf32, sbuf>
  tile.store %a [0:4, 0, 16*1] -> %g [0, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<64xf32>) -> ()
  tile.copy_buffer %g [0, 64*4] -> %s [0, 64*4] on sync : (!tile.buffer<64xf32>, !tile.buffer<64xf32>) -> ()
  %b = tile.load %h [0, 64*4] -> [0:4, 0, 16*1] on sync : (!tile.buffer<64xf32>) -> !tile.tile<4x16xf32, sbuf>
  tile.store %b [0:4, 0, 16*1] -> %y [0, 64*4] on sync : (!tile.tile<4x16xf32, sbuf>, !tile.buffer<64xf32>) -> ()
  return
}
