; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: aggregate_triples,

.hbm 1048576
.vector
  bn_aggr sbuf.f32[0+4, 0](2:1), sbuf.f32[0+4, 64](7:1)
  halt
