// RUN: glia-opt --tile-allocate %s | FileCheck %s

// Inputs and outputs at pages, then constants, then scratch. Versions of one tile have one address, on the first.
// CHECK-LABEL: func.func @layout
func.func @layout() {
  // CHECK: tile.buffer scratch "" at 12288
  %s = tile.buffer scratch "" : !tile.buffer<4xf32>
  // CHECK: tile.buffer constant "w" id 0 at 4160
  %w = tile.buffer constant "w" id 0 : !tile.buffer<16xf32>
  // CHECK: tile.buffer input "x" at 0
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  // CHECK: tile.buffer constant "v" id 1 at 4224
  %v = tile.buffer constant "v" id 1 : !tile.buffer<1000xf32>
  // CHECK: tile.buffer output "y" at 4096
  %y = tile.buffer output "y" : !tile.buffer<4xf32>
  // CHECK: tile.load {{.*}} at [[A:[0-9]+]] on sync
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync issue queue 0 : (!tile.buffer<4xf32>) -> !tile.tile<1x8xf32, sbuf>
  // CHECK-NOT: into {{.*}} at
  %b = tile.load %w [0, 4*4] -> into %a [0:1, 4, 4*1] on sync issue queue 0
    : (!tile.buffer<16xf32>, !tile.tile<1x8xf32, sbuf>) -> !tile.tile<1x8xf32, sbuf>
  tile.store %b [0:1, 0, 4*1] -> %s [0, 4*4] on sync issue queue 0 : (!tile.tile<1x8xf32, sbuf>, !tile.buffer<4xf32>) -> ()
  return
}

// Addresses go round: the second pair does not take the place of the first at once, though it is free.
// CHECK-LABEL: func.func @rotation
func.func @rotation() {
  // CHECK: tile.memset 0 {{.*}} at 0 on vector
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.memset 1 {{.*}} at 128 on vector
  %b = tile.memset 1 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.memset 2 {{.*}} at 256 on vector
  %c = tile.memset 2 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// PSUM by banks; the ninth accumulator takes the first bank again.
// CHECK-LABEL: func.func @banks
func.func @banks() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  // CHECK: tile.transpose {{.*}} at 0 on tensor
  // CHECK: tile.transpose {{.*}} at 2048 on tensor
  // CHECK: tile.transpose {{.*}} at 4096 on tensor
  %t0 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t1 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t2 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t3 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t4 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t5 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t6 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  // CHECK: tile.transpose {{.*}} at 14336 on tensor
  %t7 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  // CHECK: tile.transpose {{.*}} at 0 on tensor
  %t8 = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  return
}
