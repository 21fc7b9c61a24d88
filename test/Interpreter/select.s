; select: takes bits where the predicate is not zero, keeps the others.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where(u8([1, 0, 0, 255, 7, 0, 0, 1]) != 0, f32([0.3, 2, -0.1, 3e38, 2, -7, 5, 3]), f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.constant "b" at 4096
  .f32 0.3, 2, -0.1, 3e38, 2, -7, 5, 3
.constant "p" at 12288
  .u8 1, 0, 0, 255, 7, 0, 0, 1
.output "y" f32 [4, 2] at 8192

.sync
  dma_load sbuf.f32[0+4, 128](2:1), hbm.f32[0](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+4, 64](2:1), hbm.f32[4096](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.u8[0+4, 192](2:1), hbm.u8[12288](4:2, 2:1), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:8, 2:4), sbuf.f32[0+4, 128](2:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=48
  semaphore_subtract semaphore=s1, value=48
  select sbuf.f32[0+4, 128](2:1), sbuf.u8[0+4, 192](2:1), sbuf.f32[0+4, 64](2:1)
  semaphore_add semaphore=s16, value=1
  halt
