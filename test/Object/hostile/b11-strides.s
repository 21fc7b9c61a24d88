; B11: an operand whose last element lies outside, or that writes one place again and again: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/outside.s -o %t/outside.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}operand_bounds
; RUN: not glia-as %t/below.s -o %t/below.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}operand_bounds
; RUN: not glia-as %t/zero.s -o %t/zero.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1207:{{.*}}write_stride
; RUN: not glia-as %t/hbm.s -o %t/hbm.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1207:{{.*}}hbm_write_stride
; RUN: not glia-as %t/image.s -o %t/image.glia 2>&1 | FileCheck %s --check-prefix=E4
; E4: error: GLIA-E1209

;--- outside.s
.vector
  memset sbuf.f32[0+1, 0](512:512), value=0
  halt

;--- below.s
.vector
  memset sbuf.f32[0+1, 0](2:-1), value=0
  halt

;--- zero.s
.vector
  memset sbuf.f32[0+1, 0](2:0), value=0
  halt

;--- hbm.s
.hbm 4096
.sync
  dma_store hbm.f32[0](2:0), sbuf.f32[0+1, 0](2:1), queue=0
  halt

;--- image.s
.hbm 4096
.sync
  dma_load sbuf.f32[0+1, 0](2:1), hbm.f32[4092](2:4), queue=0
  halt
