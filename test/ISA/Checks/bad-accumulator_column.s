; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: accumulator_column,

.hbm 1048576
.vector
  accumulator_read sbuf.f32[0+4, 0](2:1)
  halt
