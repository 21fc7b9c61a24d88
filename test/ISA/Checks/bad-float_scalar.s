; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: float_scalar,

.hbm 1048576
.vector
  scan sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #i32:0, op0=multiply, op1=add
  halt
