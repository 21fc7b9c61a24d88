; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: rng_state,

.hbm 1048576
.gpsimd
  rng sbuf.u32[0+4, 0](4:1), sbuf.u32[0+1, 64](3:1)
  halt
