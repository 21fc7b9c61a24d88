; gather_elements: as if everything were read first; skipped elements stay.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([13, 11, 10, 11])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 10, 11, 12, 13
.constant "i" at 4096
  .i32 3, 9, 0, 1
.output "y" i32 [4] at 8192
.sync
  dma_load sbuf.i32[0+1, 0](4:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+1, 64](4:1), hbm.i32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](4:4), sbuf.i32[0+1, 0](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  gather_elements sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), skip=true
  semaphore_add semaphore=s16, value=1
  halt
