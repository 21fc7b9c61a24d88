; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: activate2_reduction,

.hbm 1048576
.target trn3
.scalar
  activate2 sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, #0, function=relu, reduceOp=multiply
  halt
