; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: eight_values,

.hbm 1048576
.vector
  max8 sbuf.f32[0+4, 0](7:1), sbuf.f32[0+4, 64](9:1)
  halt
