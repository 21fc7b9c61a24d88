; An element that an index skips stays what it was: undefined.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3404: `source` reads byte 132 of sbuf partition 0, which nothing has written
; CHECK-SAME: instruction: copy sbuf.i32[0+1, 0xc4]

.output "y" i32 [2] at 8192
.gpsimd
  memset sbuf.i32[0+1, 64](1:1), value=3
  memset sbuf.i32[0+1, 68](1:1), value=4
  memset sbuf.i32[0+1, 0](4:1), value=0
  gather_elements sbuf.i32[0+1, 128](2:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](2:1), skip=true
  copy sbuf.i32[0+1, 192](1:1), sbuf.i32[0+1, 128](1:1)
  copy sbuf.i32[0+1, 196](1:1), sbuf.i32[0+1, 132](1:1)
  halt
