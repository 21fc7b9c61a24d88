; dma_load: a stride of 0 on the source gives one row to every partition; the cast rounds.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([2, -2147483648] * 3)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 2.5, -1e10
.output "y" i32 [3, 2] at 8192

.sync
  dma_load sbuf.i32[0+3, 0](2:1), hbm.f32[0](3:0, 2:4), queue=0
  dma_store hbm.i32[8192](3:8, 2:4), sbuf.i32[0+3, 0](2:1), queue=0
  halt
