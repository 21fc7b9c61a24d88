; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: register_add_value,

.hbm 1048576
.sync
  register_add destination=r1, left=r2, right=r3, value=4
  halt
