; topk: of equal elements the first; NaN is above all, -0 equals +0; best first.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz v "f32([np.nan, 5, 5, 1, -0.0])"
; RUN: %python %S/Inputs/expect.py %t.npz i "i32([2, 1, 4, 0, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz w "f32([-np.inf, -0.0, 0.0, 1, 5, 5, np.nan])"
; RUN: %python %S/Inputs/expect.py %t.npz j "i64([6, 3, 5, 0, 1, 4, 2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 5, nan, -0.0, 5, 0.0, -inf
.output "v" f32 [5] at 8192
.output "i" i32 [5] at 12288
.output "w" f32 [7] at 16384
.output "j" i64 [7] at 20480
.sync
  dma_load sbuf.f32[0+1, 0](7:1), hbm.f32[0](7:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](5:4), sbuf.f32[0+1, 64](5:1), queue=0
  dma_store hbm.i32[12288](5:4), sbuf.i32[0+1, 128](5:1), queue=0
  dma_store hbm.f32[16384](7:4), sbuf.f32[0+1, 192](7:1), queue=0
  dma_store hbm.i64[20480](7:8), sbuf.i64[0+1, 256](7:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  topk sbuf.f32[0+1, 64](5:1), sbuf.i32[0+1, 128](5:1), sbuf.f32[0+1, 0](7:1)
  topk sbuf.f32[0+1, 192](7:1), sbuf.i64[0+1, 256](7:1), sbuf.f32[0+1, 0](7:1), smallest=true
  semaphore_add semaphore=s16, value=1
  halt
