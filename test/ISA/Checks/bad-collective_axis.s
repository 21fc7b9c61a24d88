; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: collective_axis,

.groups (0)
.sync
  all_gather_sbuf sbuf.f32[0+2, 0](4:1), sbuf.f32[0+1, 64](4:1), queue=0, group=0, axis=true
  halt
