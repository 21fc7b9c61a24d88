; B15: operands of the wrong kind, an instruction on the wrong engine: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/space.s -o %t/space.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1207:{{.*}}in_sbuf
; RUN: not glia-as %t/engine.s -o %t/engine.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1207:{{.*}}engine

;--- space.s
.tensor
  load_stationary psum.f32[0+1, 0](1:1)
  halt

;--- engine.s
.sync
  memset sbuf.f32[0+1, 0](1:1), value=0
  halt
