; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: local_run,

.hbm 1048576
.gpsimd
  local_gather sbuf.f32[0+16, 0](6:1), sbuf.f32[0+16, 64](4:1), sbuf.u16[0+16, 128](1:1), run=3
  halt
