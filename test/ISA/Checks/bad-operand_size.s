; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: operand_size,

.vector
  reduce sbuf.f32[0+4, 0](1:1), sbuf.f32[0+4, 0](1024:0, 1024:1), op=add, axes=2
  halt
