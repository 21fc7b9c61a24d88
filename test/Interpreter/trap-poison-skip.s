; What an index may skip is read, so --check wants it written.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; CHECK: error: GLIA-E3404: `destination` reads byte 128 of sbuf partition 0, which nothing has written

.output "y" i32 [1] at 8192
.gpsimd
  memset sbuf.i32[0+1, 64](1:1), value=4
  memset sbuf.i32[0+1, 0](4:1), value=0
  gather_elements sbuf.i32[0+1, 128](1:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](1:1), skip=true
  halt
