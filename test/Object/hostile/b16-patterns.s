; B16: access patterns of no elements, of 10^18 elements, with steps that overflow 64 bits: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/none.s -o %t/none.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}operand_count
; RUN: not glia-as %t/many.s -o %t/many.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}operand_size
; RUN: not glia-as %t/overflow.s -o %t/overflow.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1207:{{.*}}hbm_bounds
; RUN: not glia-as %t/size.s -o %t/size.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1207:{{.*}}hbm_size
; RUN: not glia-as %t/pairs.s -o %t/pairs.glia 2>&1 | FileCheck %s --check-prefix=E4
; E4: error: GLIA-E1206

;--- none.s
.vector
  memset sbuf.f32[0+1, 0](0:1), value=0
  halt

;--- many.s
.vector
  reduce sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](65535:0, 65535:0, 65535:0, 65535:0), op=add, axes=4
  halt

;--- overflow.s
.hbm 4096
.sync
  dma_load sbuf.f32[0+1, 0](2:1), hbm.f32[0](2:9223372036854775804), queue=0
  halt

;--- size.s
.hbm 4096
.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](4294967295:0, 4294967295:0), queue=0
  halt

;--- pairs.s
.vector
  memset sbuf.f32[0+1, 0](1:1, 1:1, 1:1, 1:1, 1:1), value=0
  halt
