; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: find_index_type,

.hbm 1048576
.vector
  find8 sbuf.i32[0+4, 0](8:1), sbuf.f32[0+4, 64](9:1), sbuf.f32[0+4, 128](8:1)
  halt
