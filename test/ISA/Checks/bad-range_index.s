; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: range_index,

.hbm 1048576
.vector
  range_select sbuf.f32[0+4, 0](4:1), sbuf.f32[0+4, 0](4:1), #0, #1, comparison0=less, comparison1=less, start=16777213
  halt
