; B17: a base register may hold anything; outside of the image it traps.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3400:{{.*}}(engine: sync, pc: 1,

.output "y" f32 [1] at 0
.sync
  address_move destination=a3, value=0xfffffffffffffffc
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[a3+0](1:4), queue=0
  halt
