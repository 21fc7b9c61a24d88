; replace8: in place; what is not found keeps its bits, -0 among it.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([3, -1, -9, -9, -9, -0.0, 2, 1e-40, 5, -9, 7, -9])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3, -1, 7, 7, 0, -0, 2, 1e-40, 5, inf, 7, 1
.constant "v" at 4096
  .f32 7, 7, inf, 0, 99, 98, 97, 1
.output "y" f32 [12] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](12:1), hbm.f32[0](1:48, 12:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](8:1), hbm.f32[4096](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:48, 12:4), sbuf.f32[0+1, 0](12:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  replace8 sbuf.f32[0+1, 0](12:1), sbuf.f32[0+1, 0](12:1), sbuf.f32[0+1, 64](8:1), #-9
  semaphore_add semaphore=s16, value=1
  halt
