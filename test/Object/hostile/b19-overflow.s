; B19: a semaphore above 2^32 - 1 traps.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3407:

.output "y" f32 [1] at 0
.sync
  semaphore_add semaphore=s3, value=4294967295
  semaphore_add semaphore=s3, value=1
  halt
