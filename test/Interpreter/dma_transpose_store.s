; dma_transpose_store: three axes of a tile, with a negative stride.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.arange(24, dtype=i32).reshape(2, 3, 4)[:, ::-1].transpose(2, 1, 0).copy()"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
.output "y" i32 [4, 3, 2] at 8192
.sync
  dma_load sbuf.i32[0+2, 0](12:1), hbm.i32[0](24:4), queue=0
  dma_transpose_store hbm.i32[8192](4:24, 3:8, 2:4), sbuf.i32[0+2, 32](3:-4, 4:1), queue=0
  halt
