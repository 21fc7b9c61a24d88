; A loop of branches that never ends uses up its fuel.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --fuel 100000 --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not glia-run %t.glia --fuel 100000 --timing-only 2>&1 | FileCheck %s
; CHECK: error: GLIA-E4400

.output "y" f32 [1] at 0
.sync
forever:
  branch target=forever
  halt
