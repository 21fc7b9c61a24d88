; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: address_type,

.hbm 1048576
.gpsimd
  address_load sbuf.f32[0+1, 0](1:1), destination=a0
  halt
