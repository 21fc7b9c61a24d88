; B23: an activation function that does not exist: invalid (as text; as a number, see test/Unit/ISA).
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; RUN: not ls %t.glia
; CHECK: error: GLIA-E1206:

.scalar
  activate sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), #1, #0, function=nothing
  halt
