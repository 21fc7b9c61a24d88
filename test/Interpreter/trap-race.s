; Under --check unordered accesses to the same bytes are an error.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3410: `destination` writes bytes that vector pc 0 writes, and nothing orders the two

.output "y" f32 [1] at 0
.vector
  memset sbuf.f32[0+1, 0](8:1), value=0
  halt
.gpsimd
  memset sbuf.f32[0+1, 16](8:1), value=0
  halt
