; A DMA that converts traps on poison.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3404: `source` reads byte 0 of sbuf partition 0, which nothing has written

.output "y" u8 [1] at 8192
.sync
  dma_pack hbm.u8[8192](1:1), sbuf.u8[0+1, 0](2:1), queue=0
  halt
