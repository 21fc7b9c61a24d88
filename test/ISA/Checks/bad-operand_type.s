; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: operand_type,

.hbm 1048576
.vector
  copy sbuf.f32[0+4, 0](4:1), sbuf.i4[0+4, 0](4:1)
  halt
