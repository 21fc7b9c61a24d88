; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: affine_compare,

.hbm 1048576
.gpsimd
  affine_select sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 64](4:1), compare=add
  halt
