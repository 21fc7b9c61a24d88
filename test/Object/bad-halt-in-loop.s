; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects no halt inside a loop

.sync
  loop_begin count=2, end=2
  halt
  loop_end begin=0
  halt
