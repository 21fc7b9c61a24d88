; max8: descending; NaN above infinity, +0 above -0, repeated values as often as they occur.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x7fc00000, 0x7f800000, 0x40e00000, 0x40e00000, 0x40e00000, 0x40a00000, 0x40400000, 0x40000000]).view(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3, -1, 7, 7, 0, -0, 2, nan, 5, inf, 7, 1
.output "y" f32 [8] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](12:1), hbm.f32[0](1:48, 12:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:32, 8:4), sbuf.f32[0+1, 64](8:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  max8 sbuf.f32[0+1, 64](8:1), sbuf.f32[0+1, 0](12:1)
  semaphore_add semaphore=s16, value=1
  halt
