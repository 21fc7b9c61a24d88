; all_gather_sbuf along axis 1: blocks of each partition's elements.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([[5, 1, 3, 6, 2, 4]] * 3)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0 0
.groups (2, 0, 1)
.constant "x" at 0 on 0
  .i32 1, 2
.constant "x" at 0 on 1
  .i32 3, 4
.constant "x" at 0 on 2
  .i32 5, 6
.output "y" i32 [3, 6] at 8192 part [1, 6] on 0 (0, 0) on 1 (1, 0) on 2 (2, 0)

.sync
  dma_load sbuf.i32[5+2, 64](1:2), hbm.i32[0](2:4), queue=1, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  all_gather_sbuf sbuf.i32[0+2, 128](3:1), sbuf.i32[5+2, 64](1:2), queue=1, group=0, axis=true, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  dma_store hbm.i32[8192](6:4), sbuf.i32[0+2, 128](3:1), queue=1
  halt
