; A branch stays in its loop's body, on instruction starts.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: error: GLIA-E1208: expects a branch to an instruction of the same loop, got pc

.hbm 1048576
.sync
  branch target=inside
loop:
  loop_begin count=2, end=loop_end
inside:
  register_move destination=r0, value=0
loop_end:
  loop_end begin=loop
  halt
