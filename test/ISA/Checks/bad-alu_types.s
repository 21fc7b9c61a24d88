; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: alu_types,

.hbm 1048576
.vector
  tensor_tensor sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), op=bitwise_and
  halt
