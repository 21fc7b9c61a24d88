; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1209: source: expects a core below 1, got 3

.hbm 64
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0, core 3](1:4), queue=3
  halt
