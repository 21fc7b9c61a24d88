; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: scalar_pointer,

.hbm 1048576
.vector
  tensor_scalar sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), ptr.f32[0, 2], #0, op0=add
  halt
