; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: collective_blocks,

.hbm 4096
.groups (0)
.sync
  all_gather hbm.f32[0](5:4), hbm.f32[64](2:4), queue=0, group=0
  halt
