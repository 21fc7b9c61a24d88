; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: one_element,

.hbm 1048576
.gpsimd
  register_load sbuf.i32[0+1, 0](2:1), destination=r0
  halt
