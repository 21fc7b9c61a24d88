; A function that calls itself behind a branch over its return.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: error: GLIA-E1208: the function calls itself

.hbm 1048576
.sync
  call target=function
  halt
function:
  branch condition=equal, left=r0, target=more
  return
more:
  call target=function
  return
