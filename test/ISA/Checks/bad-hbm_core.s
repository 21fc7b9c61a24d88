; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: hbm_core,

.hbm 1048576
.sync
  dma_load sbuf.f32[0+4, 0](4:1), hbm.f32[0, core 8](16:4), queue=0
  halt
