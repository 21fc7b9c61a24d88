; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: register_value,

.hbm 1048576
.gpsimd
  register_alu destination=r1, op=add, left=r2, right=r3, value=4
  halt
