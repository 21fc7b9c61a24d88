; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: shuffle_lanes,

.hbm 1048576
.vector
  shuffle32 sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), lanes=(4 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _)
  halt
