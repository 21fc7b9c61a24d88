; reduce_scatter: rank 0 of the group is core 2.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([[222], [333], [111]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0 0
.groups (2, 0, 1)
.constant "x" at 0 on 0
  .i32 1, 2, 3
.constant "x" at 0 on 1
  .i32 10, 20, 30
.constant "x" at 0 on 2
  .i32 100, 200, 300
.output "y" i32 [3, 1] at 8192 part [1, 1] on 0 (0, 0) on 1 (1, 0) on 2 (2, 0)

.sync
  reduce_scatter hbm.i32[8192](1:4), hbm.i32[0](3:4), queue=1, group=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  halt
