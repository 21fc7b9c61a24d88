; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: reduce_integers_type,

.hbm 1048576
.gpsimd
  reduce_integers sbuf.i16[0+4, 0](1:1), sbuf.i16[0+4, 64](4:1), op=add
  halt
