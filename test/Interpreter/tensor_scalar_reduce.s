; tensor_scalar_reduce: the fp32 results, before the store rounds them, go to the accumulators; a second instruction goes on.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1.5, -2, 0.1, 3, -7.25, 7, 0.0009765625, 1e-3]) + f32(1)"
; RUN: %python %S/Inputs/expect.py %t.npz m "-f32([4, 8])"
; RUN: %python %S/Inputs/expect.py %t.npz s "f32([1000, 1000])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3, -7.25, 7, 0.0009765625, 1e-3
.output "y" f32 [2, 4] at 8192
.output "m" f32 [2, 1] at 12288
.output "s" f32 [2, 1] at 16384

.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](2:16, 4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](2:16, 4:4), sbuf.f32[0+2, 256](4:1), queue=0
  dma_store hbm.f32[12288](2:4, 1:4), sbuf.f32[0+2, 384](1:1), queue=0
  dma_store hbm.f32[16384](2:4, 1:4), sbuf.f32[0+2, 388](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar_reduce sbuf.f32[0+2, 256](4:1), sbuf.f32[0+2, 0](4:1), #1, op0=add, reduceOp=max, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+2, 384](1:1), negate=true
  tensor_scalar_reduce sbuf.bf16[0+2, 320](4:1), sbuf.f32[0+2, 0](4:1), #1000, op0=min, reduceOp=max, accumulator=reduce
  tensor_scalar_reduce sbuf.bf16[0+2, 320](4:1), sbuf.f32[0+2, 0](4:1), #1000, op0=max, reduceOp=max, accumulator=reduce
  accumulator_read sbuf.f32[0+2, 388](1:1)
  semaphore_add semaphore=s16, value=1
  halt
