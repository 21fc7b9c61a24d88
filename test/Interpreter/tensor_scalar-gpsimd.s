; tensor_scalar on GpSimd: int64 is exact, an immediate is a sign-extended int32.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([4611686018427387905, -9, 0, 3]) * i64(-3) + i64(5)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 4611686018427387905, -9, 0, 3
.output "y" i64 [4, 1] at 8192

.sync
  dma_load sbuf.i64[0+4, 0](1:1), hbm.i64[0](4:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i64[8192](4:8), sbuf.i64[0+4, 64](1:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  tensor_scalar sbuf.i64[0+4, 64](1:1), sbuf.i64[0+4, 0](1:1), #i32:-3, #i32:5, op0=multiply, op1=add
  semaphore_add semaphore=s16, value=1
  halt
