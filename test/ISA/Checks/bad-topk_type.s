; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: topk_type,

.hbm 1048576
.gpsimd
  topk sbuf.i32[0+4, 0](2:1), sbuf.i32[0+4, 32](2:1), sbuf.f32[0+4, 64](4:1)
  halt
