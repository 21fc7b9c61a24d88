; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: dma_transpose_type,

.hbm 1048576
.sync
  dma_transpose_move sbuf.i8[0+4, 0](4:1), sbuf.i8[0+4, 64](4:1), queue=0
  halt
