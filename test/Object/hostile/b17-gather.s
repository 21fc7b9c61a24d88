; B17: an index out of the table traps and says where.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia  --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3403: index 9 of partition 0, expects 0 to 2 (engine: sync, pc:

.constant "a" at 0
  .i32 1, 2, 3
.constant "i" at 4096
  .i32 9
.output "y" i32 [1] at 8192
.sync
  dma_load sbuf.i32[0+1, 64](1:1), hbm.i32[4096](1:4), queue=0
  dma_gather sbuf.i32[0+1, 0](1:1), sbuf.i32[0+1, 64](1:1), hbm.i32[0](3:4, 1:4), queue=0
  halt
