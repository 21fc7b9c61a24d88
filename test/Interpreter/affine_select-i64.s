; affine_select: 64-bit elements are copied as they are, into the place they came from.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([2**63 - 1, -2, -2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 9223372036854775807, 2, 3
.output "y" i64 [3] at 8192
.sync
  dma_load sbuf.i64[0+1, 0](3:1), hbm.i64[0](3:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i64[8192](3:8), sbuf.i64[0+1, 0](3:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  affine_select sbuf.i64[0+1, 0](3:1), sbuf.i64[0+1, 0](3:1), compare=equal, step1=1, fill=0xfffffffffffffffe
  semaphore_add semaphore=s16, value=1
  halt
