; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: the function calls itself

.sync
  call target=f
  halt
f:
  call target=f
  return
