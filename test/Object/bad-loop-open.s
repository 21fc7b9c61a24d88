; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects a loop_end at 5

.sync
  loop_begin count=2, end=5
  register_move destination=r1, value=1
