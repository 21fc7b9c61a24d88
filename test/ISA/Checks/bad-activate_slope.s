; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: activate_slope,

.hbm 1048576
.scalar
  activate sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, #0, function=relu, slope=#0.5
  halt
