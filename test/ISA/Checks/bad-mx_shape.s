; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mx_shape,

.hbm 1048576
.target trn3
.tensor
  multiply_moving_mx psum.f32[0+4, 0](5:1), sbuf.f8e5m2[0+32, 0](16:1), sbuf.u8[0+32, 64](4:1)
  halt
