; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: register_type,

.hbm 1048576
.gpsimd
  register_load sbuf.i64[0+1, 0](1:1), destination=r0
  halt
