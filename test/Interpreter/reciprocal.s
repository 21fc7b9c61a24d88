; reciprocal: correctly rounded; zeros give infinities of their sign, NaN the canonical one; a narrower result rounds once more.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(f32(1) / f32([3, -7, 0.0, -0.0, np.inf, 3e-39, 49, 1e38]))"
; RUN: %python %S/Inputs/expect.py %t.npz n "u32([0x7fc00000])"
; RUN: %python %S/Inputs/expect.py %t.npz h "np.uint16([0x3eab])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3, -7, 0, -0, inf, 3e-39, 49, 1e38
  .bytes 010080ff
.output "y" f32 [8] at 8192
.output "n" u32 [1] at 12288
.output "h" bf16 [1] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](9:1), hbm.f32[0](9:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](8:4), sbuf.f32[0+1, 64](8:1), queue=0
  dma_store hbm.u32[12288](1:4), sbuf.u32[0+1, 96](1:1), queue=0
  dma_store hbm.bf16[16384](1:2), sbuf.bf16[0+1, 128](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  reciprocal sbuf.f32[0+1, 64](9:1), sbuf.f32[0+1, 0](9:1)
  reciprocal sbuf.bf16[0+1, 128](1:1), sbuf.f32[0+1, 0](1:1)
  semaphore_add semaphore=s16, value=1
  halt
