; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects a call to an instruction outside of loops, got pc 2

.hbm 64
.sync
  call target=2
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0
  halt
