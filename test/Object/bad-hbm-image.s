; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1209: source: reaches outside the HBM image of 64 bytes

.hbm 64
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[64](1:4), queue=3
  halt
