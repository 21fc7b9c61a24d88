; dma_load: an overflow gives the largest finite value.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([240, -240, 3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1e9, -inf, 3
.output "y" f32 [3] at 8192
.sync
  dma_load sbuf.f8e4m3[0+1, 0](3:1), hbm.f32[0](3:4), queue=0, saturate=true
  dma_store hbm.f32[8192](3:4), sbuf.f8e4m3[0+1, 0](3:1), queue=0
  halt
