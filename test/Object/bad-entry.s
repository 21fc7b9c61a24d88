; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects entry `main` at an instruction outside of loops

.sync
  halt
.entry "main" sync=7
