; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: branch_operands,

.hbm 1048576
.gpsimd
  branch condition=less, right=r3, target=0
  halt
