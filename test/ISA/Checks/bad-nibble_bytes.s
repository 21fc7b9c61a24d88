; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: nibble_bytes,

.hbm 1048576
.sync
  dma_pack hbm.i8[0](4:1), sbuf.i8[0+1, 0](8:1), queue=0
  halt
