; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mixed_operators,

.hbm 1048576
.vector
  tensor_scalar sbuf.i32[0+4, 0](4:1), sbuf.i32[0+4, 0](4:1), #i32:1, #1, op0=bitwise_and, op1=add
  halt
