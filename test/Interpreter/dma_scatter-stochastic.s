; dma_scatter: a row rounds by its place in the table.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(np.concatenate([f32([0, 0]), stochastic_bf16([1.003, 1.004], [2, 3], 0, 1, 0, 0), f32([0, 0]), stochastic_bf16([1.001, 1.002], [6, 7], 0, 1, 0, 0)]).view(u32) >> 16).astype(np.uint16).view(u8)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.001, 1.002, 1.003, 1.004
.constant "i" at 4096
  .i32 3, 1
.output "y" u8 [16] at 8192
.sync
  dma_fill hbm.u16[8192](8:2), value=0, queue=0
  dma_load sbuf.i32[0+2, 64](1:1), hbm.i32[4096](2:4), queue=0
  dma_load sbuf.f32[0+2, 0](2:1), hbm.f32[0](4:4), queue=0
  dma_scatter hbm.bf16[8192](4:4, 2:2), sbuf.i32[0+2, 64](1:1), sbuf.f32[0+2, 0](2:1), queue=0, stochastic=(stream 1, index 0x0, strides 2 1 0 0 0, ordinal 0)
  halt
