; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: collective_operator,

.hbm 4096
.groups (0)
.sync
  all_reduce_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=0, group=0, op=multiply
  halt
