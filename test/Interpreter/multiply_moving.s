; multiply_moving: a chain of fma over the partitions, then one addition to PSUM.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda p: p + p)((lambda a, b: fma(a[2][:, None], b[2], fma(a[1][:, None], b[1], fma(a[0][:, None], b[0], f32(0)))))(f32([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).reshape(3, 2), f32([1.1, 1.2, 1.3, 1.4, 2.1, -2.2, 2.3, 2.4, 3.1, 3.2, -3.3, 3.4]).reshape(3, 4)))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.1, 0.2, 0.3, 0.4, 0.5, 0.6
.constant "b" at 4096
  .f32 1.1, 1.2, 1.3, 1.4, 2.1, -2.2, 2.3, 2.4, 3.1, 3.2, -3.3, 3.4
.output "y" f32 [2, 4] at 8192

.sync
  dma_load sbuf.f32[0+3, 0](2:1), hbm.f32[0](3:8, 2:4), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.f32[0+3, 64](4:1), hbm.f32[4096](3:16, 4:4), queue=0, signalBase=s0, signalMask=1
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.f32[8192](2:16, 4:4), sbuf.f32[0+2, 128](4:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s0, value=32
  semaphore_subtract semaphore=s0, value=32
  load_stationary sbuf.f32[0+3, 0](2:1)
  multiply_moving psum.f32[0+2, 0](4:1), sbuf.f32[0+3, 64](4:1)
  multiply_moving psum.f32[0+2, 0](4:1), sbuf.f32[0+3, 64](4:1), accumulate=true
  semaphore_add semaphore=s16, value=1
  halt

.vector
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.f32[0+2, 128](4:1), psum.f32[0+2, 0](4:1)
  semaphore_add semaphore=s17, value=1
  halt
