; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects the stream to end with halt or return

.sync
  register_move destination=r1, value=1
