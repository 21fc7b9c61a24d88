; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: hbm_write_stride,

.hbm 1048576
.sync
  dma_store hbm.f32[0](4:0, 4:4), sbuf.f32[0+4, 0](4:1), queue=0
  halt
