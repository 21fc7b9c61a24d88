; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: transpose32_shape,

.hbm 1048576
.vector
  transpose32 sbuf.f32[0+32, 0](33:1), sbuf.f32[0+32, 0](33:1)
  halt
