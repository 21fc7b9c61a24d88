; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: semaphore_add_remote_core,

.sync
  semaphore_add_remote semaphore=s0, value=1, coreRegister=r1, core=1
  halt
