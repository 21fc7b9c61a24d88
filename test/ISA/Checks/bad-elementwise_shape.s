; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: elementwise_shape,

.hbm 1048576
.vector
  copy sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](2:1, 3:1)
  halt
