; all_reduce_sbuf: from elements that are two apart, at any partition; in the order of the group.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([[3, -5], [3, -5], [3, -5]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0 0
.groups (2, 0, 1)
.constant "x" at 0 on 0
  .f32 -100000000.0, -2
.constant "x" at 0 on 1
  .f32 3, -4
.constant "x" at 0 on 2
  .f32 100000000.0, 1
.output "y" f32 [3, 2] at 8192 part [1, 2] on 0 (0, 0) on 1 (1, 0) on 2 (2, 0)

.sync
  dma_load sbuf.f32[5+2, 64](1:2), hbm.f32[0](2:4), queue=1, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  all_reduce_sbuf sbuf.f32[0+2, 128](1:1), sbuf.f32[5+2, 64](1:2), queue=1, group=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  dma_store hbm.f32[8192](2:4), sbuf.f32[0+2, 128](1:1), queue=1
  halt
