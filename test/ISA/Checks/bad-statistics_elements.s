; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: statistics_elements,

.hbm 1048576
.vector
  bn_stats sbuf.f32[0+4, 0](6:1), sbuf.f32[0+4, 64](513:1)
  halt
