; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: dma_signal,

.hbm 1048576
.sync
  dma_load sbuf.f32[0+4, 0](4:1), hbm.f32[0](4:16, 4:4), queue=0, signalBase=s252, signalMask=16
  halt
