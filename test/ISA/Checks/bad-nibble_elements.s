; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: nibble_elements,

.hbm 1048576
.sync
  dma_unpack sbuf.i8[0+1, 0](7:1), hbm.u8[0](3:1), queue=0
  halt
