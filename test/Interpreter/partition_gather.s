; partition_gather: rows of other partitions; in place; wrap and skip.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([20, 21, 10, 11, 0, 1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 10, 11, 20, 21
.constant "i" at 4096
  .i32 2, 5, -3
.output "y" i32 [3, 2] at 8192
.sync
  dma_load sbuf.i32[0+3, 0](2:1), hbm.i32[0](6:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+3, 64](1:1), hbm.i32[4096](3:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](6:4), sbuf.i32[0+3, 0](2:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  partition_gather sbuf.i32[0+3, 0](2:1), sbuf.i32[0+3, 0](2:1), sbuf.i32[0+3, 64](1:1), wrap=true, skip=true
  semaphore_add semaphore=s16, value=1
  halt
