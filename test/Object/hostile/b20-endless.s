; B20, B31: loops of 10^18 trips end by fuel, whatever little they do.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --fuel 1000000 --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E4400:

.output "y" f32 [1] at 0
.sync
a:
  loop_begin count=4294967295, end=d
b:
  loop_begin count=4294967295, end=c
c:
  loop_end begin=b
d:
  loop_end begin=a
  halt
