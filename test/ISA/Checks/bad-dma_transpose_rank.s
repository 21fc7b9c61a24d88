; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: dma_transpose_rank,

.hbm 1048576
.sync
  dma_transpose_load sbuf.f32[0+4, 0](4:1), hbm.f32[0](4:4, 1:4, 1:4, 1:4, 4:16), queue=0
  halt
