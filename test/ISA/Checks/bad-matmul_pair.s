; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}stationaryType: expects a type of trn2 that goes with a moving operand of bf16 (fp8 in double rows), got f32{{.*}}check: matmul_pair,

.hbm 1048576
.tensor
  multiply_moving psum.f32[0+4, 0](4:1), sbuf.bf16[0+4, 0](4:1)
  halt
