; branch: a loop of branches with two ways through it, inside a counted loop.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([3 * 25, 3 * 30])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [2] at 8192
.sync
  register_move destination=r1, value=0
  register_move destination=r2, value=0
outer:
  loop_begin count=3, end=outer_end
  register_move destination=r3, value=10
again:
  register_alu destination=r4, op=bitwise_and, left=r3, value=1
  branch condition=equal, left=r4, target=even
  register_add destination=r1, left=r1, right=r3
  branch target=next
even:
  register_add destination=r2, left=r2, right=r3
next:
  register_alu destination=r3, op=subtract, left=r3, value=1
  branch condition=greater, left=r3, target=again
outer_end:
  loop_end begin=outer
  register_store sbuf.i32[0+1, 0](1:1), value=r1
  register_store sbuf.i32[0+1, 4](1:1), value=r2
  dma_store hbm.i32[8192](2:4), sbuf.i32[0+1, 0](2:1), queue=0
  halt
