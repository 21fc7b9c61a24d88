; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: activate_scale_type,

.hbm 1048576
.scalar
  activate sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #i32:1, #0, function=relu
  halt
