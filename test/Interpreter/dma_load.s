; dma_load: the walk of the source, here a transposition, meets that of the destination.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32(np.arange(12).reshape(3, 4).T.copy())"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [4, 3] at 8192

.sync
  dma_load sbuf.i32[5+4, 8](3:2), hbm.i32[0](4:4, 3:16), queue=3
  dma_store hbm.i32[8192](4:12, 3:4), sbuf.i32[5+4, 8](3:2), queue=3
  halt
