; B18: a product of more rows, columns or elements than the array takes, or of other types: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/n.s -o %t/n.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}{{matmul_n|psum_bank}}
; RUN: not glia-as %t/m.s -o %t/m.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}stationary_m
; RUN: not glia-as %t/k.s -o %t/k.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1207:{{.*}}operand_partitions
; RUN: not glia-as %t/type.s -o %t/type.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1207:{{.*}}matmul_type

; RUN: not glia-as %t/pair.s -o %t/pair.glia 2>&1 | FileCheck %s --check-prefix=E4
; E4: error: GLIA-E1207:{{.*}}matmul_pair

;--- n.s
.tensor
  multiply_moving psum.f32[0+1, 0](513:1), sbuf.f32[0+1, 0](513:1)
  halt

;--- m.s
.tensor
  load_stationary sbuf.f32[0+128, 0](129:1)
  halt

;--- k.s
.tensor
  load_stationary sbuf.f32[0+129, 0](1:1)
  halt

;--- type.s
.tensor
  load_stationary sbuf.i32[0+1, 0](1:1)
  halt

;--- pair.s
.tensor
  multiply_moving psum.f32[0+1, 0](1:1), sbuf.bf16[0+1, 0](1:1), stationaryType=tf32
  halt
