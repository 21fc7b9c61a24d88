; loop_end: goes on behind loop_begin while trips are left.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([9])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [1] at 8192

.sync
  address_move destination=a1, value=0
again:
  loop_begin count=9, end=last
  address_add destination=a1, left=a1, value=4
last:
  loop_end begin=again
  dma_copy hbm.i32[8192](1:4), hbm.i32[a1+0](1:4), queue=0
  halt
