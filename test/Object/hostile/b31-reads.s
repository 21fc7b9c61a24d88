; B31: what an instruction reads costs fuel, too, however little it writes.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --fuel 1000000 --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not glia-run %t.glia --fuel 1000000 --timing-only 2>&1 | FileCheck %s
; CHECK: error: GLIA-E4400:

.output "y" f32 [1] at 0
.vector
again:
  loop_begin count=4294967295, end=last
  reduce sbuf.f32[0+128, 0](1:1), sbuf.f32[0+128, 0](512:0, 512:1), op=add, axes=2
last:
  loop_end begin=again
  halt
