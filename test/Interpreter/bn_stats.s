; bn_stats: count, mean and squared deviations of the even and of the odd elements.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([4, 3, 14, 3, 30, 1400])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 10, 2, 20, 3, 60, 6
.output "y" f32 [6] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](7:1), hbm.f32[0](1:28, 7:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:24, 6:4), sbuf.f32[0+1, 64](6:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  bn_stats sbuf.f32[0+1, 64](6:1), sbuf.f32[0+1, 0](7:1)
  semaphore_add semaphore=s16, value=1
  halt
