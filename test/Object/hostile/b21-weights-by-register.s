; B21: a transfer into weights whose address a register gives traps.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3401:

.constant "w" at 0
  .f32 1
.output "y" f32 [1] at 4096
.sync
  address_move destination=a0, value=0
  dma_store hbm.f32[a0+0](1:4), sbuf.f32[0+1, 0](1:1), queue=0
  halt
