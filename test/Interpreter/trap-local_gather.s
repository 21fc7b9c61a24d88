; local_gather: an index out of range traps.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3403: index 4 of partition 0, expects -4 to 0 (engine: gpsimd, pc: 2, instruction: local_gather

.output "y" i32 [1] at 8192
.gpsimd
  memset sbuf.i32[0+16, 64](1:1), value=4
  memset sbuf.i32[0+16, 0](4:1), value=0
  local_gather sbuf.i32[0+16, 128](16:1), sbuf.i32[0+16, 0](4:1), sbuf.i32[0+16, 64](1:1), run=4, wrap=true
  halt
