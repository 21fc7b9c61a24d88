; reduce, max: NaN propagates, and +0 is above -0.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x40a00000, 0, 0x7fc00000]).view(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 5, -2
  .f32 -0, 0, -0
  .bytes 0000803f0000c0ff00000040
.output "y" f32 [3] at 8192

.sync
  dma_load sbuf.f32[0+3, 0](3:1), hbm.f32[0](3:12, 3:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](3:4), sbuf.f32[0+3, 128](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  reduce sbuf.f32[0+3, 128](1:1), sbuf.f32[0+3, 0](3:1), op=max, axes=1
  semaphore_add semaphore=s16, value=1
  halt
