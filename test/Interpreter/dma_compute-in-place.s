; dma_compute: the terms overlap the destination.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1, 3, 5, 7])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 2, 3, 4
.output "y" f32 [4] at 8192
.sync
  dma_copy hbm.f32[8192](4:4), hbm.f32[0](4:4), queue=0
  dma_compute hbm.f32[8196](3:4), hbm.f32[8192](2:4, 3:4), queue=0
  halt
