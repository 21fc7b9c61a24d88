; A branch stays in its loop's body, on instruction starts.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: error: GLIA-E1208: expects a branch to an instruction of the same loop, got pc

.hbm 1048576
.sync
loop:
  loop_begin count=2, end=loop_end
  branch condition=equal, left=r0, target=outside
loop_end:
  loop_end begin=loop
outside:
  halt
