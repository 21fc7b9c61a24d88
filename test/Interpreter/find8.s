; find8: a repeated value finds its next occurrence; none, and NaN, give all ones.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([2, 3, 9, 10, 0xffffffff, 4, 0xffffffff, 11])"
; RUN: %python %S/Inputs/expect.py %t.npz h "np.uint16([2, 3, 9, 10, 0xffff, 4, 0xffff, 11])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3, -1, 7, 7, 0, -0, 2, nan, 5, inf, 7, 1
.constant "v" at 4096
  .f32 7, 7, inf, 7, 7, 0, nan, 1
.output "y" u32 [8] at 8192
.output "h" u16 [8] at 12288

.sync
  dma_load sbuf.f32[0+1, 0](12:1), hbm.f32[0](1:48, 12:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](8:1), hbm.f32[4096](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u32[8192](1:32, 8:4), sbuf.u32[0+1, 128](8:1), queue=0
  dma_store hbm.u16[12288](1:16, 8:2), sbuf.u16[0+1, 192](8:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  find8 sbuf.u32[0+1, 128](8:1), sbuf.f32[0+1, 0](12:1), sbuf.f32[0+1, 64](8:1)
  find8 sbuf.u16[0+1, 192](8:1), sbuf.f32[0+1, 0](12:1), sbuf.f32[0+1, 64](8:1)
  semaphore_add semaphore=s16, value=1
  halt
