; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: stationary_m,

.hbm 1048576
.tensor
  load_stationary sbuf.f32[0+4, 0](129:1)
  halt
