; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: compute_terms,

.hbm 1048576
.sync
  dma_compute hbm.f32[0](4:4), hbm.f32[1024](17:16, 4:4), queue=0
  halt
