; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: alu_engine,

.hbm 1048576
.vector
  tensor_tensor sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), op=power
  halt
