; dma_compute_load: terms of HBM in the place of a tile; trn3 only.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([9, 12])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.target trn3
.constant "a" at 0
  .f32 1, 2, 3, 4, 5, 6
.output "y" f32 [2] at 8192
.sync
  dma_load sbuf.f32[0+2, 0](1:1), hbm.f32[0](2:4), queue=0
  dma_compute_load sbuf.f32[0+2, 0](1:1), hbm.f32[0](3:8, 2:4), queue=0
  dma_store hbm.f32[8192](2:4), sbuf.f32[0+2, 0](1:1), queue=0
  halt
