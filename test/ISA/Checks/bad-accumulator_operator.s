; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: accumulator_operator,

.hbm 1048576
.vector
  tensor_scalar_reduce sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, op0=add, reduceOp=logical_or, accumulator=reduce
  halt
