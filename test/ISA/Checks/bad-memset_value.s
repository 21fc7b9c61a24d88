; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: memset_value,

.hbm 1048576
.vector
  memset sbuf.u8[0+4, 0](4:1), value=256
  halt
