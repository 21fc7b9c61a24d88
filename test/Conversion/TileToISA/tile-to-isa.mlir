// RUN: glia-opt --tile-to-isa --split-input-file %s | FileCheck %s
// RUN: glia-opt --tile-to-isa --split-input-file --mlir-print-debuginfo %s | FileCheck %s --check-prefix=LOC

// Ops are dealt out to their streams in order; the stationary of the second matmul is already loaded; each stream halts.
// CHECK-LABEL: isa.object target "trn2"
// CHECK-SAME: hbm_bytes 49152 cores [0]
// CHECK-NEXT: isa.binding "x" kind "input" type "f32" shape [64, 64] at 0 bytes 16384
// CHECK-NEXT: isa.binding "y" kind "output" type "bool" shape [64, 64] at 16384 bytes 4096
// CHECK-NEXT: isa.constant "w" id 7 at 32768 bytes 16384
// CHECK: isa.stream "tensor"
// CHECK-NEXT: isa.semaphore_wait tensor "semaphore=s32, value=16"
// CHECK-NEXT: isa.load_stationary tensor "sbuf.f32[0+64, 0x100](64:1)"
// CHECK-NEXT: isa.multiply_moving tensor "psum.f32[0+64, 0x800](32:1), sbuf.f32[0+64, 0x0](32:1)"
// CHECK-NEXT: isa.multiply_moving tensor "psum.f32[0+64, 0x880](32:1), sbuf.f32[0+64, 0x80](32:1), accumulate=true"
// CHECK-NEXT: isa.semaphore_add tensor "semaphore=s2, value=1"
// CHECK-NEXT: isa.halt
// CHECK: isa.stream "vector"
// CHECK-NEXT: isa.halt
// CHECK: isa.stream "scalar"
// CHECK-NEXT: isa.semaphore_wait
// CHECK-NEXT: isa.activate scalar "sbuf.f32[0+64, 0x200](64:1), psum.f32[0+64, 0x800](64:1), #1, #-0, function=relu"
// CHECK-NEXT: isa.semaphore_subtract scalar "semaphore=s2, value=1"
// CHECK: isa.stream "gpsimd"
// CHECK: isa.stream "sync"
// CHECK-NEXT: isa.dma_load sync "sbuf.f32[0+64, 0x0](64:1), hbm.f32[0x0](64:256, 64:4), queue=0, signalBase=s32, signalMask=1"
// CHECK: isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
// CHECK-NOT: func.func

// LOC: isa.multiply_moving {{.*}} loc([[CONV:#loc[0-9]*]])
// LOC: isa.activate {{.*}} loc([[RELU:#loc[0-9]*]])
// LOC-DAG: [[CONV]] = loc("3|Conv|/conv1")
// LOC-DAG: [[RELU]] = loc("4|Relu|/relu1")
#conv = loc("3|Conv|/conv1")
#relu = loc("4|Relu|/relu1")
func.func @main() {
  %x = tile.buffer input "x" at 0 : !tile.buffer<64x64xf32>
  %y = tile.buffer output "y" at 16384 : !tile.buffer<64x64xi1>
  %w = tile.buffer constant "w" id 7 at 32768 : !tile.buffer<64x64xf32>
  %a = tile.load %x [0, 64*256, 64*4] -> [0:64, 0, 64*1] at 0 on sync issue queue 0 signals 32 mask 1
    : (!tile.buffer<64x64xf32>) -> !tile.tile<64x64xf32, sbuf> loc(#conv)
  %b = tile.load %w [0, 64*256, 64*4] -> [0:64, 0, 64*1] at 256 on sync issue queue 1 signals 37 mask 1
    : (!tile.buffer<64x64xf32>) -> !tile.tile<64x64xf32, sbuf> loc(#conv)
  tile.wait semaphore 32 for 16 on tensor loc(#conv)
  %c0 = tile.matmul %b [0:64, 0, 64*1], %a [0:64, 0, 32*1] -> [0:64, 0, 32*1] at 2048 on tensor
    : (!tile.tile<64x64xf32, sbuf>, !tile.tile<64x64xf32, sbuf>) -> !tile.tile<64x64xf32, psum> loc(#conv)
  %c1 = tile.matmul %b [0:64, 0, 64*1], %a [0:64, 32, 32*1] -> into %c0 [0:64, 32, 32*1] accumulate on tensor
    : (!tile.tile<64x64xf32, sbuf>, !tile.tile<64x64xf32, sbuf>, !tile.tile<64x64xf32, psum>) -> !tile.tile<64x64xf32, psum> loc(#conv)
  tile.signal semaphore 2 by 1 on tensor loc(#conv)
  tile.wait semaphore 2 for 1 on scalar loc(#relu)
  %d = tile.activate relu %c1 [0:64, 0, 64*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:64, 0, 64*1] at 512 on scalar
    : (!tile.tile<64x64xf32, psum>) -> !tile.tile<64x64xf32, sbuf> loc(#relu)
  tile.signal semaphore 2 by -1 on scalar
  return
}

// -----

// A transpose loses the stationary, another pattern of the same tile is another stationary: three loads.
// CHECK-LABEL: isa.object
// CHECK-COUNT-1: isa.load_stationary
// CHECK: isa.multiply_moving
// CHECK: isa.transpose
// CHECK: isa.load_stationary
// CHECK: isa.multiply_moving
// CHECK: isa.load_stationary tensor "sbuf.f32[0+32, 0x40](16:1)"
// CHECK: isa.multiply_moving
func.func @main() {
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  %b = tile.matmul %a [0:32, 0, 32*1], %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] at 0 on tensor
    : (!tile.tile<32x32xf32, sbuf>, !tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %t = tile.transpose %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] at 2048 on tensor : (!tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %c = tile.matmul %a [0:32, 0, 32*1], %a [0:32, 0, 32*1] -> [0:32, 0, 32*1] at 4096 on tensor
    : (!tile.tile<32x32xf32, sbuf>, !tile.tile<32x32xf32, sbuf>) -> !tile.tile<32x32xf32, psum>
  %d = tile.matmul %a [0:32, 16, 16*1], %a [0:32, 0, 32*1] -> [0:16, 0, 32*1] at 6144 on tensor
    : (!tile.tile<32x32xf32, sbuf>, !tile.tile<32x32xf32, sbuf>) -> !tile.tile<16x32xf32, psum>
  return
}

// -----

// Every other op, one to one. An immediate of gpsimd's integers is an integer, a bypassed step has none.
// CHECK-LABEL: isa.object
// CHECK: isa.stream "vector"
// CHECK-NEXT: isa.memset vector "sbuf.f32[0+64, 0x0](32:1)"
// CHECK-NEXT: isa.memset vector "sbuf.u8
// CHECK-NEXT: isa.tensor_tensor vector "{{.*}}op=add"
// CHECK-NEXT: isa.tensor_scalar vector "sbuf.f32[0+64, 0x100](32:1), sbuf.f32[0+64, 0x0](32:1), #1, #0, op0=divide, reverse0=true"
// CHECK-NEXT: isa.tensor_scalar vector "{{.*}}, ptr.f32[0, 0x4], #2, op0=subtract, op1=multiply"
// CHECK-NEXT: isa.reduce vector "sbuf.f32[0+64, 0x140](4:1), sbuf.f32[0+64, 0x0](4:8, 8:1), op=max"
// CHECK-NEXT: isa.select vector
// CHECK-NEXT: isa.copy vector
// CHECK: isa.stream "gpsimd"
// CHECK-NEXT: isa.memset gpsimd "sbuf.i32[0+32, 0x200](32:1), value=0x5"
// CHECK-NEXT: isa.tensor_scalar gpsimd "{{.*}}#i32:7, {{.*}}op0=add
// CHECK: isa.stream "sync"
// CHECK-NEXT: isa.dma_gather sync "{{.*}}wrap=true"
// CHECK-NEXT: isa.dma_scatter sync "{{.*}}wrap=true"
// CHECK-NEXT: isa.dma_move sync
// CHECK-NEXT: isa.dma_copy sync
// CHECK-NEXT: isa.dma_store sync
func.func @main() {
  %x = tile.buffer input "x" at 0 : !tile.buffer<64x32xf32>
  %y = tile.buffer output "y" at 8192 : !tile.buffer<64x32xf32>
  %a = tile.memset 0 -> [0:64, 0, 32*1] at 0 on vector : () -> !tile.tile<64x32xf32, sbuf>
  %p = tile.memset 1 -> [0:64, 0, 32*1] at 704 on vector : () -> !tile.tile<64x32xui8, sbuf>
  %b = tile.tensor_tensor %a [0:64, 0, 32*1] add %a [0:64, 0, 32*1] -> [0:64, 0, 32*1] at 128 on vector
    : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  %c = tile.tensor_scalar %a [0:64, 0, 32*1] divide imm 0x3F800000 reverse0, bypass imm 0x0 -> [0:64, 0, 32*1] at 256 on vector
    : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  %d = tile.tensor_scalar %a [0:64, 0, 32*1] subtract ptr [0, 1] (%a), multiply imm 0x40000000 -> into %c [0:64, 0, 32*1] on vector
    : (!tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  %r = tile.reduce max %a [0:64, 0, 4*8, 8*1] axes 1 -> [0:64, 0, 4*1] at 320 on vector : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x4xf32, sbuf>
  %s = tile.select %p [0:64, 0, 32*1], %a [0:64, 0, 32*1] -> into %b [0:64, 0, 32*1] on vector
    : (!tile.tile<64x32xui8, sbuf>, !tile.tile<64x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  %k = tile.copy %s [0:64, 0, 32*1] -> [0:64, 0, 32*1] at 384 on vector : (!tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  %i = tile.memset 5 -> [0:32, 0, 32*1] at 512 on gpsimd : () -> !tile.tile<32x32xi32, sbuf>
  %j = tile.tensor_scalar %i [0:32, 0, 32*1] add imm 0x7, bypass imm 0x0 -> [0:32, 0, 32*1] at 768 on gpsimd
    : (!tile.tile<32x32xi32, sbuf>) -> !tile.tile<32x32xi32, sbuf>
  %g = tile.gather %x [0, 64*128, 32*4] at_index %j [0:7, 0, 1*1] -> [0:7, 0, 32*1] wrap at 896 on sync issue queue 0
    : (!tile.buffer<64x32xf32>, !tile.tile<32x32xi32, sbuf>) -> !tile.tile<7x32xf32, sbuf>
  tile.scatter %g [0:7, 0, 32*1] at_index %j [0:7, 0, 1*1] -> %y [0, 64*128, 32*4] wrap on sync issue queue 0
    : (!tile.tile<7x32xf32, sbuf>, !tile.tile<32x32xi32, sbuf>, !tile.buffer<64x32xf32>) -> ()
  %m = tile.move %g [0:7, 0, 32*1] -> into %k [11:7, 0, 32*1] on sync issue queue 0
    : (!tile.tile<7x32xf32, sbuf>, !tile.tile<64x32xf32, sbuf>) -> !tile.tile<64x32xf32, sbuf>
  tile.copy_buffer %x [0, 64*4] -> %y [256, 64*4] on sync issue queue 0 : (!tile.buffer<64x32xf32>, !tile.buffer<64x32xf32>) -> ()
  tile.store %m [0:64, 0, 32*1] -> %y [0, 64*128, 32*4] on sync issue queue 0 : (!tile.tile<64x32xf32, sbuf>, !tile.buffer<64x32xf32>) -> ()
  return
}
