; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: activate2_operators,

.hbm 1048576
.target trn3
.scalar
  activate2 sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, #0, op0=add, op1=add, function=relu
  halt
