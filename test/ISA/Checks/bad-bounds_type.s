; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: bounds_type,

.hbm 1048576
.gpsimd
  sequence_bounds sbuf.i32[0+1, 0](8:1), sbuf.i16[0+1, 64](4:1)
  halt
