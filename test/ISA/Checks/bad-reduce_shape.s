; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: reduce_shape,

.hbm 1048576
.vector
  reduce sbuf.f32[0+4, 0](2:1), sbuf.f32[0+4, 0](4:1), op=add
  halt
