; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: gather_index,

.hbm 1048576
.sync
  dma_gather sbuf.f32[0+4, 0](4:1), sbuf.i32[0+5, 0](1:1), hbm.f32[0](9:16, 4:4), queue=0
  halt
