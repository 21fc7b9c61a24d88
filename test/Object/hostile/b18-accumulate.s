; B18: accumulating onto PSUM that no product wrote traps under --check.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3411:

.output "y" f32 [1] at 0
.tensor
  semaphore_wait semaphore=s1, value=1
  semaphore_subtract semaphore=s1, value=1
  load_stationary sbuf.f32[0+1, 0](1:1)
  multiply_moving psum.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), accumulate=true
  halt
.vector
  memset sbuf.f32[0+1, 0](1:1), value=0
  memset psum.f32[0+1, 0](1:1), value=0
  semaphore_add semaphore=s1, value=1
  halt
