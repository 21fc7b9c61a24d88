; exp_sub_sum: e^(x - max) and the row sum.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1, 1, 0, 1])"
; RUN: %python %S/Inputs/expect.py %t.npz s "f32([3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.target trn3
.constant "a" at 0
  .f32 3, 3, -inf, 3
.output "y" f32 [4] at 8192
.output "s" f32 [1] at 12288

.sync
  dma_load sbuf.f32[0+1, 0](4:1), hbm.f32[0](1:16, 4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:16, 4:4), sbuf.f32[0+1, 64](4:1), queue=0
  dma_store hbm.f32[12288](1:4, 1:4), sbuf.f32[0+1, 128](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  exp_sub_sum sbuf.f32[0+1, 64](4:1), sbuf.f32[0+1, 0](4:1), #3, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 128](1:1)
  semaphore_add semaphore=s16, value=1
  halt
