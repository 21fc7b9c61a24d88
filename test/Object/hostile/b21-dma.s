; B21: transfers of nothing, of 2^40 elements, into weights, of another core: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/nothing.s -o %t/nothing.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}hbm_count
; RUN: not glia-as %t/huge.s -o %t/huge.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}hbm_{{size|bounds}}
; RUN: not glia-as %t/weights.s -o %t/weights.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1209:{{.*}}writes into the constant `w`
; RUN: not glia-as %t/core.s -o %t/core.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1209:{{.*}}expects a core below 1, got 3

;--- nothing.s
.hbm 4096
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](0:4), queue=0
  halt

;--- huge.s
.hbm 4096
.sync
  dma_copy hbm.u8[0](1048576:1048576, 1048576:1), hbm.u8[0](1048576:1048576, 1048576:1), queue=0
  halt

;--- weights.s
.constant "w" at 0
  .f32 1
.sync
  dma_store hbm.f32[0](1:4), sbuf.f32[0+1, 0](1:1), queue=0
  halt

;--- core.s
.hbm 4096
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0, core 3](1:4), queue=0
  halt
