; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: collective_core,

.hbm 4096
.groups (0)
.sync
  all_reduce hbm.f32[0](4:4), hbm.f32[16, core 0](4:4), queue=0, group=0
  halt
