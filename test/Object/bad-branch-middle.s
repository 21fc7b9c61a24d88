; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects loop_begin and loop_end that name each other

.sync
  loop_begin count=2, end=3
  register_move destination=r1, value=1
  loop_end begin=0
  halt
