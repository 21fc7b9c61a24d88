; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: local_partitions,

.hbm 1048576
.gpsimd
  local_gather sbuf.f32[0+8, 0](4:1), sbuf.f32[0+8, 64](4:1), sbuf.u16[0+8, 128](1:1)
  halt
