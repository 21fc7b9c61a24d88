; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: replace_type,

.hbm 1048576
.vector
  replace8 sbuf.i32[0+4, 64](9:1), sbuf.f32[0+4, 64](9:1), sbuf.f32[0+4, 128](8:1), #0
  halt
