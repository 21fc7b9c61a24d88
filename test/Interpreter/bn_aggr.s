; bn_aggr: merges (4, 3, 14) and (4, 5, 6): mean 4, variance (14 + 6 + 2 * 2 * 2) / 8; an empty triple is skipped.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([4, 3.5])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 9, 9, 4, 3, 14, 4, 5, 6
.output "y" f32 [2] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](9:1), hbm.f32[0](1:36, 9:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:8, 2:4), sbuf.f32[0+1, 64](2:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  bn_aggr sbuf.f32[0+1, 64](2:1), sbuf.f32[0+1, 0](9:1)
  semaphore_add semaphore=s16, value=1
  halt
