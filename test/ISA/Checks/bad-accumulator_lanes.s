; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: accumulator_lanes,

.hbm 1048576
.vector
  accumulator_write #0, startPartition=16, partitions=16
  halt
