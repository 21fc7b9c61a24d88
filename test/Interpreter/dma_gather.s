; dma_gather: rows by index; with wrap, -1 is the last row.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32(np.arange(12).reshape(4, 3)[[2, 0, 3, 0]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.constant "i" at 4096
  .i64 2, 0, -1, -4
.output "y" i32 [4, 3] at 8192

.sync
  dma_load sbuf.i64[0+4, 64](1:1), hbm.i64[4096](4:8), queue=0
  dma_gather sbuf.i32[0+4, 0](3:1), sbuf.i64[0+4, 64](1:1), hbm.i32[0](4:12, 3:4), queue=0, wrap=true
  dma_store hbm.i32[8192](4:12, 3:4), sbuf.i32[0+4, 0](3:1), queue=0
  halt
