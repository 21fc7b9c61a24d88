; B19: two streams that wait for each other, and one that nobody wakes: a trap that lists them.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3405:{{.*}}tensor: pc 0 waits for s1 >= 1, which is 0, vector: pc 0 waits for s2 >= 1, which is 0, sync: pc 0 waits for s3 >= 4294967295

.output "y" f32 [1] at 0
.tensor
  semaphore_wait semaphore=s1, value=1
  semaphore_add semaphore=s2, value=1
  halt
.vector
  semaphore_wait semaphore=s2, value=1
  semaphore_add semaphore=s1, value=1
  halt
.sync
  semaphore_wait semaphore=s3, value=4294967295
  halt
