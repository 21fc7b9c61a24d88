; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: address_add_value,

.hbm 1048576
.sync
  address_add destination=a1, left=a2, right=r3, value=4
  halt
