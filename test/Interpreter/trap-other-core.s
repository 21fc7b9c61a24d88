; A core that is not there.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3402: addresses the SBUF of core 1

.constant "a" at 0
  .f32 1
.output "y" f32 [1] at 8192
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0
  dma_move sbuf.f32[0+1, 64](1:1), sbuf.f32[0+1, 0](1:1), queue=0, sourceCore=1
  halt
