; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: matmul_type,

.hbm 1048576
.tensor
  load_stationary sbuf.i32[0+4, 0](4:1)
  halt
