; B12: a PSUM bank above 7, partitions above 127, bytes above what SBUF has, misalignment: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/bank.s -o %t/bank.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}operand_bounds
; RUN: not glia-as %t/partitions.s -o %t/partitions.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}operand_partitions
; RUN: not glia-as %t/sbuf.s -o %t/sbuf.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1207:{{.*}}operand_bounds
; RUN: not glia-as %t/askew.s -o %t/askew.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1207:{{.*}}operand_alignment

;--- bank.s
.vector
  memset psum.f32[0+1, 0x4000](1:1), value=0
  halt

;--- partitions.s
.sync
  dma_move sbuf.f32[100+29, 0](1:1), sbuf.f32[0+29, 0](1:1), queue=0
  halt

;--- sbuf.s
.vector
  memset sbuf.f32[0+1, 212984](1:1), value=0
  halt

;--- askew.s
.vector
  memset sbuf.f32[0+1, 2](1:1), value=0
  halt
