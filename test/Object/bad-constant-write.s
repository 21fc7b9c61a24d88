; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1209: destination: writes into the constant `w`

.constant "w"
  .f32 1
.sync
  dma_store hbm.f32[0](1:4), sbuf.f32[0+1, 0](1:1), queue=3
  halt
