; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: in_psum,

.hbm 1048576
.tensor
  multiply_moving sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1)
  halt
