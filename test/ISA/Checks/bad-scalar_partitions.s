; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: scalar_partitions,

.hbm 1048576
.vector
  tensor_scalar sbuf.f32[0+128, 0](4:1), sbuf.f32[0+128, 0](4:1), ptr.f32[32, 0], #0, op0=add
  halt
