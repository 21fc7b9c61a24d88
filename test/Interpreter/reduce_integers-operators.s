; reduce_integers: every operator.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([-2147483647, -3, -1073741823, -1, 2147483647, 4, 2, -7, 2, 0, 2147483647, -3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 2147483647, 2, -7, 4
.output "y" i32 [12] at 8192

.sync
  dma_load sbuf.i32[0+1, 0](4:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](12:4), sbuf.i32[0+1, 1024](12:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  reduce_integers sbuf.i32[0+1, 1024](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=add
  reduce_integers sbuf.i32[0+1, 1032](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=average
  reduce_integers sbuf.i32[0+1, 1040](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=max
  reduce_integers sbuf.i32[0+1, 1048](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=min
  reduce_integers sbuf.i32[0+1, 1056](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_and
  reduce_integers sbuf.i32[0+1, 1064](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_or
  semaphore_add semaphore=s16, value=1
  halt
