; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: select_psum,

.hbm 1048576
.vector
  select sbuf.f32[0+4, 0](4:1), psum.u8[0+4, 0](4:1), psum.f32[0+4, 0](4:1)
  halt
