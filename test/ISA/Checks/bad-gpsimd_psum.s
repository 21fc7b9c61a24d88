; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: gpsimd_psum,

.hbm 1048576
.gpsimd
  copy sbuf.f32[0+4, 0](4:1), psum.f32[0+4, 0](4:1)
  halt
