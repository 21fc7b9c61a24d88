; An index out of range of a scatter traps, and the register counts.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3403: index 3 of partition 0, expects -3 to 2 (engine: sync, 

.constant "i" at 4096
  .i32 1
.output "y" i32 [3] at 8192
.sync
  register_move destination=r1, value=2
  dma_load sbuf.i32[0+1, 64](1:1), hbm.i32[4096](1:4), queue=0
  dma_scatter hbm.i32[8192](3:4, 1:4), sbuf.i32[0+1, 64](1:1), sbuf.i32[0+1, 64](1:1), queue=0, wrap=true, indexRegister=r1
  halt
