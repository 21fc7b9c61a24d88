; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: matmul_shape,

.hbm 1048576
.tensor
  multiply_moving psum.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](5:1)
  halt
