; Both streams wait for each other: the error names them, their places and nodes.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3405:{{.*}}vector: pc 0 waits for s7 >= 2, which is 0 in node 4/then/2 MatMul `proj`, sync: pc 0 waits for s8 >= 1

.output "y" f32 [4] at 0
.node "4/then/2" "MatMul" "proj"
.vector
  .at 0
  semaphore_wait semaphore=s7, value=2
  halt
.sync
  semaphore_wait semaphore=s8, value=1
  halt
