; sequence_bounds: starts and ends of runs of ids; 0 is padding.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "i32([9, 1, 1, 3, 3, 3, 9, 7, 7, -1, 3, 3, 6, 6, 6, -1, 9, 9])"
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([0, 0, 4, 3, 2, 2, -1, 4])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 1, 2, 2, 2, 0, 3, 3
.constant "b" at 4096
  .f32 7, 7, 0, 7
.output "x" i32 [2, 9] at 8192
.output "y" f32 [2, 4] at 12288
.sync
  dma_load sbuf.i32[0+1, 0](9:1), hbm.i32[0](9:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.f32[0+1, 64](4:1), hbm.f32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](18:4), sbuf.i32[0+1, 128](18:1), queue=0
  dma_store hbm.f32[12288](8:4), sbuf.f32[0+1, 256](8:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  sequence_bounds sbuf.i32[0+1, 128](18:1), sbuf.i32[0+1, 0](9:1)
  sequence_bounds sbuf.f32[0+1, 256](8:1), sbuf.f32[0+1, 64](4:1)
  semaphore_add semaphore=s16, value=1
  halt
