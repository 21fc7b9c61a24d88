; Fuel ends what would run for ever.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --fuel 100000 --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E4400:

.output "y" f32 [1] at 0
.sync
again:
  loop_begin count=4294967295, end=last
last:
  loop_end begin=again
  halt
