; activate: scale and bias are one fma, here with a bias per partition.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "fma(f32([0.1, 0.2, 0.3, 0.7]), f32(0.1), f32([-0.01, -0.02, 5, 1e-9]))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.1, 0.2, 0.3, 0.7
.constant "s" at 4096
  .f32 -0.01, -0.02, 5, 1e-9
.output "y" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](1:1), hbm.f32[0](4:4), queue=0, signalBase=s0, signalMask=4
  dma_load sbuf.f32[0+4, 64](1:1), hbm.f32[4096](4:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:4), sbuf.f32[0+4, 128](1:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=32
  semaphore_subtract semaphore=s2, value=32
  activate sbuf.f32[0+4, 128](1:1), sbuf.f32[0+4, 0](1:1), #0.1, ptr.f32[0, 64], function=copy
  semaphore_add semaphore=s16, value=1
  halt
