; A scatter carries poison with its rows: the row of partition 1 was never written.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3404: byte 0 of output `y` was never written

.constant "a" at 0
  .f32 1
.constant "i" at 4096
  .i32 1, 0
.output "y" f32 [2] at 8192
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0
  dma_load sbuf.i32[0+2, 64](1:1), hbm.i32[4096](2:4), queue=0
  dma_scatter hbm.f32[8192](2:4, 1:4), sbuf.i32[0+2, 64](1:1), sbuf.f32[0+2, 0](1:1), queue=0
  halt
