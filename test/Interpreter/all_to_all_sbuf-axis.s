; all_to_all_sbuf along axis 1: in each partition of its own.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([[12, 3, 7, 15, 6, 9], [13, 4, 8, 16, 7, 10], [11, 2, 6, 14, 5, 8]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0 0
.groups (2, 0, 1)
.constant "x" at 0 on 0
  .i32 2, 3, 4, 5, 6, 7
.constant "x" at 0 on 1
  .i32 6, 7, 8, 8, 9, 10
.constant "x" at 0 on 2
  .i32 11, 12, 13, 14, 15, 16
.output "y" i32 [3, 6] at 8192 part [1, 6] on 0 (0, 0) on 1 (1, 0) on 2 (2, 0)

.sync
  dma_load sbuf.i32[5+2, 64](3:2), hbm.i32[0](6:4), queue=1, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  all_to_all_sbuf sbuf.i32[0+2, 128](3:1), sbuf.i32[5+2, 64](3:2), queue=1, group=0, axis=true, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  dma_store hbm.i32[8192](6:4), sbuf.i32[0+2, 128](3:1), queue=1
  halt
