; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: gather_type,

.hbm 1048576
.gpsimd
  gather_elements sbuf.f32[0+4, 0](4:1), sbuf.i32[0+4, 64](4:1), sbuf.u16[0+4, 128](4:1)
  halt
