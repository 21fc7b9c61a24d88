; Under --check an engine must not read what was never written.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3404: `source` reads byte 0 of sbuf partition 0, which nothing has written (engine: vector, pc: 0

.output "y" f32 [1] at 0
.vector
  copy sbuf.i32[0+1, 64](1:1), sbuf.f32[0+1, 0](1:1)
  halt
