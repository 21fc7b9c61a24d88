; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: engine,

.hbm 1048576
.vector
  activate sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #1, #0, function=relu
  halt
