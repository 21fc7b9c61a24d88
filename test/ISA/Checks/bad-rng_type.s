; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: rng_type,

.hbm 1048576
.gpsimd
  rng sbuf.bf16[0+4, 0](4:1), sbuf.u32[0+1, 64](4:1)
  halt
