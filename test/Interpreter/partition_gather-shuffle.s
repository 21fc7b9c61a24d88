; partition_gather: four rows become six, of two-byte elements, from another quadrant.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([3.5, 3.5, 0.5, 1.5, 2.5, 0.5])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.5, 1.5, 2.5, 3.5
.constant "i" at 4096
  .i64 3, 3, 0, 1, 2, 0
.output "y" f32 [6] at 8192
.sync
  dma_load sbuf.bf16[32+4, 0](1:1), hbm.f32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i64[0+6, 64](1:1), hbm.i64[4096](6:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](6:4), sbuf.bf16[0+6, 0](1:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  partition_gather sbuf.bf16[0+6, 0](1:1), sbuf.bf16[32+4, 0](1:1), sbuf.i64[0+6, 64](1:1)
  semaphore_add semaphore=s16, value=1
  halt
