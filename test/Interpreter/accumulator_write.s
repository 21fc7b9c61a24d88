; accumulator_write: an immediate for all lanes, then a pointer for some; the Scalar engine has a set of its own.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([5, 6, 7])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([0.25, 0.25, 0.25])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 5, 6, 7
.output "y" f32 [3, 1] at 8192
.output "z" f32 [3, 1] at 12288

.sync
  dma_load sbuf.f32[0+3, 0](1:1), hbm.f32[0](3:4, 1:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](3:4, 1:4), sbuf.f32[0+3, 64](1:1), queue=0
  dma_store hbm.f32[12288](3:4, 1:4), sbuf.f32[0+3, 68](1:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  accumulator_write #0.25, partitions=128
  accumulator_read sbuf.f32[0+3, 68](1:1)
  accumulator_write ptr.f32[0, 0], partitions=3
  accumulator_read sbuf.f32[0+3, 64](1:1)
  semaphore_add semaphore=s16, value=1
  halt
