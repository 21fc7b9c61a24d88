; B21: a copy onto itself moves as if all were read first.
; RUN: glia-as %s -o %t.glia && glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/../../Interpreter/Inputs/expect.py %t.npz y "i32([1, 1, 2, 3])"

.constant "w" at 0
  .i32 1 2 3 4
.output "y" i32 [4] at 4096
.sync
  dma_copy hbm.i32[4096](4:4), hbm.i32[0](4:4), queue=0
  dma_copy hbm.i32[4100](3:4), hbm.i32[4096](3:4), queue=0
  halt
