; B22: groups that name a core twice or one that is not there: invalid; a rank that never comes: a trap that names it.
; RUN: split-file %s %t
; RUN: not glia-as %t/outside.s -o %t/outside.glia 2>&1 | FileCheck %s --check-prefix=GROUP
; RUN: not glia-as %t/twice.s -o %t/twice.glia 2>&1 | FileCheck %s --check-prefix=GROUP
; RUN: glia-as %t/missing.s -o %t/missing.glia && not glia-run %t/missing.glia --outputs %t/y.npz 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: not ls %t/y.npz
; GROUP: error: GLIA-E1215:
; MISSING: error: GLIA-E3422:{{.*}}lacks the cores 1

;--- outside.s
.cores 0 0
.groups (0, 7)
.sync
  halt

;--- twice.s
.cores 0 0
.groups (0, 0)
.sync
  halt

;--- missing.s
.hbm 16384
.cores 0 1
.groups (0, 1)
.program
.sync
  all_reduce hbm.f32[8192](2:4), hbm.f32[0](2:4), queue=1, group=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  halt
.program
.sync
  halt
.entry "main" program=0
.entry "main" program=1
