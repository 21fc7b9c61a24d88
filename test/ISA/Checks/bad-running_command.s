; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: running_command,

.hbm 1048576
.vector
  tensor_scalar_cumulative sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, op0=multiply, op1=add, accumulator=reset
  halt
