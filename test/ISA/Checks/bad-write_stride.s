; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: write_stride,

.vector
  memset sbuf.f32[0+4, 0](4:0, 4:1), value=0
  halt
