; nonzero_count: indices, padding, and how many; NaN is not zero, -0 is.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "i32([1, 3, -1, -1, 2, 0, -1, -1, -1, 1])"
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([102, 103, -7, -7, 2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 3, -0.0, nan, 1, 0, 0, 0
.output "x" i32 [2, 5] at 8192
.output "y" i64 [1, 5] at 12288
.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](10:4), sbuf.i32[0+2, 64](5:1), queue=0
  dma_store hbm.i64[12288](5:8), sbuf.i64[0+1, 128](5:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  nonzero_count sbuf.i32[0+2, 64](5:1), sbuf.f32[0+2, 0](4:1)
  nonzero_count sbuf.i64[0+1, 128](5:1), sbuf.u8[0+1, 4](4:1), offset=100, padding=-7
  semaphore_add semaphore=s16, value=1
  halt
