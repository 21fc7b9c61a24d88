; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: double_row,

.hbm 1048576
.tensor
  load_stationary sbuf.bf16[0+32, 0](2:8, 8:1), doubleRow=true
  halt
