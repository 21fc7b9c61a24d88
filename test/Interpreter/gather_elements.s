; gather_elements: each partition by its own indices, over strided elements; wrap.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([3, 3, 0, 5, 4, 4])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 1, 2, 3, 4, 5, 6, 7
.constant "i" at 4096
  .i64 3, -1, 0, 1, 0, -4
.output "y" f32 [2, 3] at 8192
.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i64[0+2, 64](3:1), hbm.i64[4096](6:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](6:4), sbuf.f32[0+2, 144](3:-2), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  gather_elements sbuf.f32[0+2, 144](3:-2), sbuf.f32[0+2, 0](4:1), sbuf.i64[0+2, 64](3:1), wrap=true
  semaphore_add semaphore=s16, value=1
  halt
