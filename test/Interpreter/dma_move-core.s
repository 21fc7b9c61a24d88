; dma_move: both sides may name a core.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1, 2, 3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 2, 3
.output "y" f32 [3] at 8192
.sync
  dma_load sbuf.f32[0+3, 0](1:1), hbm.f32[0](3:4), queue=0
  dma_move sbuf.f32[5+3, 0](1:1), sbuf.f32[0+3, 0](1:1), queue=0, destinationCore=0, sourceCore=0
  dma_store hbm.f32[8192](3:4), sbuf.f32[5+3, 0](1:1), queue=0
  halt
