; scalar_tensor_tensor: (a * 2.5) - b, each step rounded; reversed second step.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]) * f32(2.5)) - f32([0.3, 2, -0.1, 3e38, 2, -7, 5, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([0.3, 2, -0.1, 3e38, 2, -7, 5, 3]) - (f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]) * f32(2.5))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.constant "b" at 4096
  .f32 0.3, 2, -0.1, 3e38, 2, -7, 5, 3
.output "y" f32 [8] at 8192
.output "z" f32 [8] at 12288

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](8:1), hbm.f32[4096](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:32, 8:4), sbuf.f32[0+1, 128](8:1), queue=0
  dma_store hbm.f32[12288](1:32, 8:4), sbuf.f32[0+1, 192](8:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  scalar_tensor_tensor sbuf.f32[0+1, 128](8:1), sbuf.f32[0+1, 0](8:1), #2.5, sbuf.f32[0+1, 64](8:1), op0=multiply, op1=subtract
  scalar_tensor_tensor sbuf.f32[0+1, 192](8:1), sbuf.f32[0+1, 0](8:1), #2.5, sbuf.f32[0+1, 64](8:1), op0=multiply, op1=subtract, reverse1=true
  semaphore_add semaphore=s16, value=1
  halt
