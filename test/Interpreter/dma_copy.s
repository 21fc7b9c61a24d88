; dma_copy: HBM to HBM; where source and destination overlap, the source is read first.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([0] + list(range(12)))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [13] at 8192

.sync
  dma_copy hbm.i32[8192](12:4), hbm.i32[0](12:4), queue=0
  dma_copy hbm.i32[8196](12:4), hbm.i32[8192](12:4), queue=0
  halt
