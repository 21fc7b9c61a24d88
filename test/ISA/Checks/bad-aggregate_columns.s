; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: aggregate_columns,

.hbm 1048576
.vector
  bn_aggr sbuf.f32[0+4, 0](3:1), sbuf.f32[0+4, 64](6:1)
  halt
