; dma_gather: an index out of range leaves its row; wrap and the register still count.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([2, 3, 2, 2, 4, 5, 2, 2, 0, 1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5
.constant "i" at 4096
  .i32 2, -5, 0, -4, 1
.output "y" i32 [5, 2] at 8192
.sync
  register_move destination=r3, value=0xffffffff
  dma_load sbuf.i32[0+5, 64](1:1), hbm.i32[4096](5:4), queue=0
  dma_load sbuf.i32[0+5, 0](2:1), hbm.i32[4096](10:0), queue=0
  dma_gather sbuf.i32[0+5, 0](2:1), sbuf.i32[0+5, 64](1:1), hbm.i32[0](3:8, 2:4), queue=0, wrap=true, skip=true, indexRegister=r3
  dma_store hbm.i32[8192](10:4), sbuf.i32[0+5, 0](2:1), queue=0
  halt
