; activate-prelu: the slope, one per partition, where x is not above zero.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where(f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]) > 0, f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]), f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]) * np.repeat(f32([0.5, -2, 0.25, 0.1]), 2))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.constant "s" at 4096
  .f32 0.5, -2, 0.25, 0.1
.output "y" f32 [4, 2] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](4:8, 2:4), queue=0, signalBase=s0, signalMask=4
  dma_load sbuf.f32[0+4, 64](1:1), hbm.f32[4096](4:4, 1:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:8, 2:4), sbuf.f32[0+4, 128](2:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=32
  semaphore_subtract semaphore=s2, value=32
  activate sbuf.f32[0+4, 128](2:1), sbuf.f32[0+4, 0](2:1), #1, #0, slope=ptr.f32[0, 64], function=prelu
  semaphore_add semaphore=s16, value=1
  halt
