; dma_move: SBUF to SBUF, across partitions; the shapes of the two sides may differ.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32(range(12))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [6, 2] at 8192

.sync
  dma_load sbuf.i32[0+3, 0](4:1), hbm.i32[0](3:16, 4:4), queue=0
  dma_move sbuf.i32[7+6, 0](2:1), sbuf.i32[0+3, 0](4:1), queue=0
  dma_store hbm.i32[8192](6:8, 2:4), sbuf.i32[7+6, 0](2:1), queue=0
  halt
