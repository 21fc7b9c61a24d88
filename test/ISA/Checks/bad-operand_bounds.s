; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: operand_bounds,

.hbm 1048576
.vector
  copy sbuf.f32[0+4, 0](2:1), sbuf.f32[0+4, 212980](2:1)
  halt
