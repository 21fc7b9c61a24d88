; copy on GpSimd between integers is exact and wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([5, -1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 4294967301, -1
.output "y" i32 [2] at 8192

.sync
  dma_load sbuf.i64[0+2, 0](1:1), hbm.i64[0](2:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](2:4), sbuf.i32[0+2, 128](1:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  copy sbuf.i32[0+2, 128](1:1), sbuf.i64[0+2, 0](1:1)
  semaphore_add semaphore=s16, value=1
  halt
