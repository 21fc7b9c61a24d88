; dma_store: strides in HBM; what lies between stays.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([0, 0, 2, 1, 4, 2, 6, 3, 8, 4, 10, 5])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [6, 2] at 8192

.sync
  dma_copy hbm.i32[8192](12:4), hbm.i32[0](12:4), queue=0
  dma_load sbuf.i32[0+2, 0](3:1), hbm.i32[0](2:12, 3:4), queue=0
  dma_store hbm.i32[8196](2:24, 3:8), sbuf.i32[0+2, 0](3:1), queue=0
  halt
