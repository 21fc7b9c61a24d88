; dma_store: an element that the walk meets twice takes both, in order.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([0, 2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 16777216, 1, 1, -16777216, 1, 3
.output "y" f32 [2] at 8192
.sync
  dma_fill hbm.f32[8192](2:4), value=0, queue=0
  dma_load sbuf.f32[0+1, 0](6:1), hbm.f32[0](6:4), queue=0
  dma_store hbm.f32[8192](2:4), sbuf.f32[0+1, 0](2:1), queue=0, accumulate=true
  dma_load sbuf.f32[1+4, 32](1:0), hbm.f32[4](4:4), queue=0
  dma_store hbm.f32[8192](2:4), sbuf.f32[3+2, 32](1:1), queue=0, accumulate=true
  halt
