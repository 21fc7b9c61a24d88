; Under --check semaphores must be zero when the program has ended.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3412: semaphore s9 is 3 at the end, expects 0 as at the start

.input "x" f32 [1] at 0
.output "y" f32 [1] at 4096
.sync
  dma_copy hbm.f32[4096](1:4), hbm.f32[0](1:4), queue=0
  semaphore_add semaphore=s9, value=3
  halt
