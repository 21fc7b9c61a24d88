; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: nonzero_type,

.hbm 1048576
.gpsimd
  nonzero_count sbuf.f32[0+4, 0](5:1), sbuf.f32[0+4, 64](4:1)
  halt
