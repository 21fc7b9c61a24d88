// Every op survives a round trip through text, generic text and bytecode.
// RUN: glia-opt %s | glia-opt | FileCheck %s
// RUN: glia-opt %s --mlir-print-op-generic | glia-opt | FileCheck %s
// RUN: glia-opt %s --emit-bytecode | glia-opt | FileCheck %s

// CHECK-LABEL: func.func @dma
func.func @dma() {
  // CHECK: tile.buffer input "x" : <128x512xf32>
  %x = tile.buffer input "x" : !tile.buffer<128x512xf32>
  // CHECK: tile.buffer constant "w" id 3 at 4096 : <f32>
  %w = tile.buffer constant "w" id 3 at 4096 : !tile.buffer<f32>
  %b = tile.buffer state "b" : !tile.buffer<7xi1>
  %s = tile.buffer scratch "" : !tile.buffer<1000x64xf32>
  %y = tile.buffer output "y" : !tile.buffer<128x512xf32>
  // CHECK: tile.load %{{.*}} [0, 128*2048, 512*4] -> [0:128, 0, 512*1] on sync
  %t = tile.load %x [0, 128*2048, 512*4] -> [0:128, 0, 512*1] on sync
    : (!tile.buffer<128x512xf32>) -> !tile.tile<128x512xf32, sbuf>
  // CHECK: tile.load %{{.*}} [2044, 4*-4] -> into %{{.*}} [3:1, 5, 4*-1] on scalar issue queue 3 signals 16 mask 5
  %u = tile.load %x [2044, 4*-4] -> into %t [3:1, 5, 4*-1] on scalar issue queue 3 signals 16 mask 5
    : (!tile.buffer<128x512xf32>, !tile.tile<128x512xf32, sbuf>) -> !tile.tile<128x512xf32, sbuf>
  // CHECK: tile.load {{.*}} at 64 on gpsimd
  %i = tile.load %b [0, 7*1] -> [0:7, 0, 1*1] at 64 on gpsimd : (!tile.buffer<7xi1>) -> !tile.tile<7x1xi64, sbuf>
  // CHECK: tile.gather %{{.*}} [0, 1000*256, 64*4] at_index %{{.*}} [0:7, 0, 1*1] -> [0:7, 0, 64*1] wrap on gpsimd
  %g = tile.gather %s [0, 1000*256, 64*4] at_index %i [0:7, 0, 1*1] -> [0:7, 0, 64*1] wrap on gpsimd
    : (!tile.buffer<1000x64xf32>, !tile.tile<7x1xi64, sbuf>) -> !tile.tile<7x64xf32, sbuf>
  // CHECK: tile.scatter %{{.*}} [0:7, 0, 64*1] at_index %{{.*}} [0:7, 0, 1*1] -> %{{.*}} [0, 1000*256, 64*4] wrap skip on sync
  tile.scatter %g [0:7, 0, 64*1] at_index %i [0:7, 0, 1*1] -> %s [0, 1000*256, 64*4] wrap skip on sync
    : (!tile.tile<7x64xf32, sbuf>, !tile.tile<7x1xi64, sbuf>, !tile.buffer<1000x64xf32>) -> ()
  // CHECK: tile.move %{{.*}} [0:7, 0, 64*1] -> into %{{.*}} [11:7, 0, 64*1] on sync
  %m = tile.move %g [0:7, 0, 64*1] -> into %u [11:7, 0, 64*1] on sync
    : (!tile.tile<7x64xf32, sbuf>, !tile.tile<128x512xf32, sbuf>) -> !tile.tile<128x512xf32, sbuf>
  // CHECK: tile.store %{{.*}} [0:128, 0, 512*1] -> %{{.*}} [0, 128*2048, 512*4] on sync
  tile.store %m [0:128, 0, 512*1] -> %y [0, 128*2048, 512*4] on sync
    : (!tile.tile<128x512xf32, sbuf>, !tile.buffer<128x512xf32>) -> ()
  // CHECK: tile.copy_buffer %{{.*}} [0, 64*4] -> %{{.*}} [256, 64*4] on sync
  tile.copy_buffer %x [0, 64*4] -> %s [256, 64*4] on sync : (!tile.buffer<128x512xf32>, !tile.buffer<1000x64xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @tensor
func.func @tensor() {
  // CHECK: tile.memset 1065353216 -> [0:64, 0, 512*1] on gpsimd : () -> !tile.tile<64x512xf32, sbuf>
  %b = tile.memset 0x3F800000 -> [0:64, 0, 512*1] on gpsimd : () -> !tile.tile<64x512xf32, sbuf>
  // CHECK: tile.matmul %{{.*}} [0:64, 0, 32*1], %{{.*}} [0:64, 0, 512*1] -> [0:32, 0, 512*1] on tensor
  %c = tile.matmul %b [0:64, 0, 32*1], %b [0:64, 0, 512*1] -> [0:32, 0, 512*1] on tensor
    : (!tile.tile<64x512xf32, sbuf>, !tile.tile<64x512xf32, sbuf>) -> !tile.tile<32x512xf32, psum>
  // CHECK: tile.matmul %{{.*}} -> into %{{.*}} [0:32, 0, 512*1] accumulate on tensor
  %d = tile.matmul %b [0:64, 0, 32*1], %b [0:64, 0, 512*1] -> into %c [0:32, 0, 512*1] accumulate on tensor
    : (!tile.tile<64x512xf32, sbuf>, !tile.tile<64x512xf32, sbuf>, !tile.tile<32x512xf32, psum>) -> !tile.tile<32x512xf32, psum>
  // CHECK: tile.transpose %{{.*}} [0:64, 0, 8*4] -> [0:8, 0, 64*1] at 2048 on tensor
  %t = tile.transpose %b [0:64, 0, 8*4] -> [0:8, 0, 64*1] at 2048 on tensor
    : (!tile.tile<64x512xf32, sbuf>) -> !tile.tile<8x64xf32, psum>
  return
}

// CHECK-LABEL: func.func @lanes
func.func @lanes() {
  %a = tile.memset 0 -> [0:64, 0, 32*1] on vector : () -> !tile.tile<64x32xf32, sbuf>
  %p = tile.memset 0 -> [0:64, 0, 32*1] on vector : () -> !tile.tile<64x32xui8, sbuf>
  // CHECK: tile.tensor_tensor %{{.*}} [0:64, 0, 32*1] add %{{.*}} [0:64, 31, 32*-1] -> [0:64, 0, 32*1] on vector
  %c = tile.tensor_tensor %a [0:64, 0, 32*1] add %a [0:64, 31, 32*-1] -> [0:64, 0, 32*1] on vector
    : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.tensor_scalar %{{.*}} divide imm 0x3F800000 reverse0, bypass imm 0x0 -> [0:64, 0, 32*1] on vector
  %d = tile.tensor_scalar %a [0:64, 0, 32*1] divide imm 0x3F800000 reverse0, bypass imm 0x0 -> [0:64, 0, 32*1] on vector
    : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.tensor_scalar %{{.*}} subtract ptr [0, 3](%{{.*}}), multiply ptr [32, 4](%{{.*}}) reverse1 -> into %{{.*}} [0:32, 0, 32*1] on vector
  %e = tile.tensor_scalar %a [0:32, 0, 32*1] subtract ptr [0, 3] (%a), multiply ptr [32, 4] (%c) reverse1 -> into %d [0:32, 0, 32*1] on vector
    : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.reduce add %{{.*}} [0:64, 0, 4*8, 8*1] axes 1 negate -> [0:64, 0, 4*1] on vector
  %r = tile.reduce add %a [0:64, 0, 4*8, 8*1] axes 1 negate -> [0:64, 0, 4*1] on vector
    : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x4xf32, sbuf>
  // CHECK: tile.select %{{.*}}, %{{.*}} -> into %{{.*}} [0:64, 0, 32*1] on vector
  %s = tile.select %p [0:64, 0, 32*1], %a [0:64, 0, 32*1] -> into %e [0:64, 0, 32*1] on vector
    : (!tile.tile<64x32xui8, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.copy %{{.*}} on scalar
  %k = tile.copy %p [0:64, 0, 32*1] -> [0:64, 0, 32*1] on scalar : (!tile.tile<64x32xui8, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.activate gelu %{{.*}} scale imm 0x3F800000 bias ptr [0, 1](%{{.*}}) -> [0:64, 0, 32*1] on scalar
  %g = tile.activate gelu %a [0:64, 0, 32*1] scale imm 0x3F800000 bias ptr [0, 1] (%r) -> [0:64, 0, 32*1] on scalar
    : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x4xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  // CHECK: tile.signal semaphore 3 by -16 on vector
  tile.signal semaphore 3 by -16 on vector
  // CHECK: tile.wait semaphore 3 for 32 on tensor
  tile.wait semaphore 3 for 32 on tensor
  return
}
