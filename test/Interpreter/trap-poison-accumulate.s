; Under --check a DMA that adds reads where it writes.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3404: `destination` reads byte 0 of sbuf partition 0, which nothing has written

.constant "a" at 0
  .f32 1
.output "y" f32 [1] at 8192
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0, accumulate=true
  dma_store hbm.f32[8192](1:4), sbuf.f32[0+1, 0](1:1), queue=0
  halt
