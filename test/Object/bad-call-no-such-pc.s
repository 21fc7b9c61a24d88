; Pcs that a hash table might keep for itself.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: error: GLIA-E1208: expects a call to an instruction outside of loops, got pc 4294967294

.hbm 1048576
.sync
  call target=4294967294
  halt
