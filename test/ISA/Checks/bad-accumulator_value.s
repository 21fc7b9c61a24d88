; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: accumulator_value,

.hbm 1048576
.vector
  accumulator_write ptr.f32[32, 0], partitions=64
  halt
