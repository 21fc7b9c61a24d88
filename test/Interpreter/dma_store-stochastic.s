; dma_store: HBM pairs have a stride each; registers add.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(stochastic_bf16([1.001, 1.002, 1.003, 1.004, -1.005, 1.006], [2**32 + i for i in (7, 10, 13, 107, 110, 113)], 0, 8, 0, 5).view(u32) >> 16).astype(np.uint16).reshape(2, 3).T.copy().view(u8)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.001, 1.002, 1.003, 1.004, -1.005, 1.006
.output "y" u8 [12] at 8192
.sync
  register_move destination=r1, value=3
  address_move destination=a1, value=0x100000000
  dma_load sbuf.f32[0+3, 0](2:1), hbm.f32[0](6:4), queue=0
  dma_store hbm.bf16[8192](2:2, 3:4), sbuf.f32[0+3, 0](2:1), queue=0, stochastic=(stream 5 + r1, index 0x7 + a1, strides 100 3 0 0 0, ordinal 2 + r1)
  halt
