; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: register_operator,

.hbm 1048576
.sync
  register_alu destination=r1, op=rsqrt, left=r2
  halt
