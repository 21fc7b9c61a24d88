; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: reduce_types,

.hbm 1048576
.vector
  reduce sbuf.i32[0+4, 0](1:1), sbuf.i16[0+4, 64](4:1), op=bitwise_or
  halt
