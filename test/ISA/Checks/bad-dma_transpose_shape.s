; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: dma_transpose_shape,

.hbm 1048576
.sync
  dma_transpose_move sbuf.f32[0+4, 0](6:1), sbuf.f32[0+4, 64](6:1), queue=0
  halt
