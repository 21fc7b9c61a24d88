; loop_begin: trips from a register, nested; a count of 0 skips the loop.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([6])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
.output "y" i32 [1] at 8192

.sync
  address_move destination=a1, value=0
  register_move destination=r2, value=3
outer:
  loop_begin count=10, countRegister=r2, end=outer_end
inner:
  loop_begin count=2, end=inner_end
  address_add destination=a1, left=a1, value=4
inner_end:
  loop_end begin=inner
skip:
  loop_begin count=0, end=skip_end
  address_add destination=a1, left=a1, value=4
skip_end:
  loop_end begin=skip
outer_end:
  loop_end begin=outer
  dma_copy hbm.i32[8192](1:4), hbm.i32[a1+0](1:4), queue=0
  halt
