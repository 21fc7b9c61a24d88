; partition_reduce: float sums ascend by partition; NaN propagates, +0 is above -0.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz w "f32([1, np.nan])"
; RUN: %python %S/Inputs/expect.py %t.npz x "f32([0.25, np.nan])"
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([2**24, 0.0])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([1, -0.0])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 16777216, 0.0, 1, -0.0, -16777216, nan, 1, 3
.output "w" f32 [2] at 8192
.output "x" f32 [2] at 12288
.output "y" f32 [2] at 16384
.output "z" f32 [2] at 20480
.sync
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](2:4), sbuf.f32[0+1, 64](2:1), queue=0
  dma_store hbm.f32[12288](2:4), sbuf.f32[0+1, 72](2:1), queue=0
  dma_store hbm.f32[16384](2:4), sbuf.f32[0+1, 80](2:1), queue=0
  dma_store hbm.f32[20480](2:4), sbuf.f32[0+1, 88](2:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  partition_reduce sbuf.f32[0+1, 64](2:1), sbuf.f32[0+4, 0](2:1), op=add
  partition_reduce sbuf.f32[0+1, 72](2:1), sbuf.f32[0+4, 0](2:1), op=average
  partition_reduce sbuf.f32[0+1, 80](2:1), sbuf.f32[0+2, 0](2:1), op=max
  partition_reduce sbuf.f32[0+1, 88](2:1), sbuf.f32[0+2, 0](2:1), op=min
  semaphore_add semaphore=s16, value=1
  halt
