; Constants without elements have a place in the file, also behind all others.
; RUN: glia-as %s -o %t.glia
; RUN: glia-objdump --validate %t.glia | FileCheck %s --check-prefix=VALID
; RUN: glia-objdump -d %t.glia > %t.s
; RUN: glia-as %t.s -o %t2.glia && cmp %t.glia %t2.glia
; RUN: glia-run %t.glia --check
; VALID: ok

.hbm 8192
.constant "first" at 0
.constant "w" at 64
  .f32 1
.constant "between" at 128
.constant "last" at 256
.constant "behind it" at 512
.output "y" f32 [1] at 4096
.sync
  dma_copy hbm.f32[4096](1:4), hbm.f32[64](1:4), queue=1
  halt
