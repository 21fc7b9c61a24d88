; A branch stays in its loop's body, on instruction starts.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: error: GLIA-E1208: expects a branch to an instruction of the same loop, got pc

.hbm 1048576
.sync
  dma_fill hbm.f32[0](4:4), value=0, queue=0
  branch target=1
  halt
