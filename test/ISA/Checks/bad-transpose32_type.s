; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: transpose32_type,

.hbm 1048576
.vector
  transpose32 sbuf.f32[0+32, 0](32:1), sbuf.i32[0+32, 0](32:1)
  halt
