; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: wide_integer,

.hbm 1048576
.vector
  copy sbuf.i64[0+4, 0](4:1), sbuf.i64[0+4, 64](4:1)
  halt
