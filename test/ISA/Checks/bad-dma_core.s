; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: dma_core,

.hbm 1048576
.sync
  dma_move sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 64](4:1), queue=0, sourceCore=8
  halt
