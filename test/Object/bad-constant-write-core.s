; A program may write where only cores that run another one have a constant.
; RUN: split-file %s %t
; RUN: glia-as %t/free.s -o %t.glia
; RUN: not glia-as %t/own.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=OWN
; OWN: GLIA-E1209: destination: writes into the constant `w` {{.*}}program: 1
; RUN: not glia-as %t/all.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=ALL
; ALL: GLIA-E1209: destination: writes into the constant `v`
; RUN: not glia-as %t/any.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=ANY
; ANY: GLIA-E1209: destination: writes into the constant `w` {{.*}}program: 2

;--- free.s
.cores 0 1 0
.constant "w" at 0 on 1
  .f32 1
.program
.sync
  dma_fill hbm.f32[0](1:4), value=0, queue=0
  halt
.program
.sync
  halt

;--- own.s
.cores 0 1 0
.constant "w" at 0 on 1
  .f32 1
.program
.sync
  halt
.program
.sync
  dma_fill hbm.f32[0](1:4), value=0, queue=0
  halt

;--- all.s
.cores 0 1 0
.constant "w" at 0 on 1
  .f32 1
.constant "v" at 4096
  .f32 2
.program
.sync
  dma_fill hbm.f32[4096](1:4), value=0, queue=0
  halt
.program
.sync
  halt

;--- any.s
.cores 0 1 0
.constant "w" at 0 on 1
  .f32 1
.program
.sync
  halt
.program
.sync
  halt
.program
.sync
  dma_fill hbm.f32[0](1:4), value=0, queue=0
  halt
.entry "main" program=0
.entry "other" program=2
