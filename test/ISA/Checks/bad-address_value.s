; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: address_value,

.hbm 1048576
.gpsimd
  address_alu destination=a1, op=add, left=a2, right=r1, value=4
  halt
