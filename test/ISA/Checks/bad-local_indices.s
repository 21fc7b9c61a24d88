; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: local_indices,

.hbm 1048576
.gpsimd
  local_gather sbuf.f32[0+16, 0](17:1), sbuf.f32[0+16, 128](4:1), sbuf.u16[0+16, 256](1:1)
  halt
