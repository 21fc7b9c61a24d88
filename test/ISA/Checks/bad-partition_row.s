; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: partition_row,

.hbm 1048576
.gpsimd
  partition_gather sbuf.f32[0+4, 0](4:1), sbuf.f32[0+5, 64](5:1), sbuf.u16[0+4, 128](1:1)
  halt
