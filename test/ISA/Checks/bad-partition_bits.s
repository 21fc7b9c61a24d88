; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: partition_bits,

.hbm 1048576
.gpsimd
  partition_reduce sbuf.f32[0+1, 0](4:1), sbuf.f32[0+4, 64](4:1), op=bitwise_or
  halt
