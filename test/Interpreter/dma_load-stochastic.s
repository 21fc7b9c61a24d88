; dma_load: by the place in the logical tensor, by rows of two.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "stochastic_bf16([1.001, 1.002, 1.003, 1.004, -1.005, 1.006], [7, 8, 17, 18, 27, 28], 0, 5, 0, 2)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.001, 1.002, 1.003, 1.004, -1.005, 1.006
.output "y" f32 [6] at 8192
.sync
  dma_load sbuf.bf16[0+3, 0](2:1), hbm.f32[0](6:4), queue=0, stochastic=(stream 5, index 0x7, strides 10 1 0 0 0, ordinal 2)
  dma_store hbm.f32[8192](6:4), sbuf.bf16[0+3, 0](2:1), queue=0
  halt
