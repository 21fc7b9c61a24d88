; iota: a float rounds from 64 bits through fp32, stochastically if asked to.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "f32([16777216, 16777218, 16777220])"
; RUN: %python %S/Inputs/expect.py %t.npz y "stochastic_bf16([257, 259, 261, 263], [0, 1, 2, 3], 0, 1, 0, 0)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "x" f32 [3] at 8192
.output "y" f32 [4] at 12288
.sync
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](3:4), sbuf.f32[0+3, 0](1:1), queue=0
  dma_store hbm.f32[12288](4:4), sbuf.bf16[0+2, 64](2:1), queue=0
  halt

.gpsimd
  iota sbuf.f32[0+3, 0](1:1), offset=16777217, step0=1
  iota sbuf.bf16[0+2, 64](2:1), offset=257, step0=4, step1=2, stochastic=(stream 1, index 0x0, strides 2 1 0 0 0, ordinal 0)
  semaphore_add semaphore=s16, value=1
  halt
