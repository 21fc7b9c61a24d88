; copy: stochastic rounding to bf16 by Philox bits of the logical element; stream, index
; and ordinal take registers, the seed is an option, and each call is one step.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --rounding-seed 5 --repeat 3 --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "stochastic_bf16([1.001, -1.001, 0.3, 1.5, -1e-40, 3.3e38, 7.77, -0.1], index=[3 + i for i in range(8)], seed=5, stream=9, step=2, ordinal=0)"
; RUN: glia-run %t.glia --outputs %t.first.npz
; RUN: %python %S/Inputs/expect.py %t.first.npz y "stochastic_bf16([1.001, -1.001, 0.3, 1.5, -1e-40, 3.3e38, 7.77, -0.1], index=[3 + i for i in range(8)], seed=0, stream=9, step=0, ordinal=0)"
; RUN: glia-run %t.glia --rounding-seed 5 --repeat 3 --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.001, -1.001, 0.3, 1.5, -1e-40, 3.3e38, 7.77, -0.1
.output "y" f32 [4, 2] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:8, 2:4), sbuf.f32[0+4, 128](2:1), queue=0
  halt

.vector
  register_move destination=r3, value=2
  register_move destination=r5, value=4294967295
  address_move destination=a1, value=1
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  copy sbuf.bf16[0+4, 64](2:1), sbuf.f32[0+4, 0](2:1), stochastic=(stream 7 + r3, index 2 + a1, strides 2 1 0 0 0, ordinal 1 + r5)
  copy sbuf.f32[0+4, 128](2:1), sbuf.bf16[0+4, 64](2:1)
  semaphore_add semaphore=s16, value=1
  halt
