; tensor_tensor on GpSimd: int32 is exact and wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([-2147483648, 2, 33554433, 9])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 2147483647, -5, 16777217, 9
.constant "b" at 4096
  .i32 1, 7, 16777216, 0
.output "y" i32 [4, 1] at 8192

.sync
  dma_load sbuf.i32[0+4, 0](1:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+4, 64](1:1), hbm.i32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](4:4), sbuf.i32[0+4, 128](1:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_tensor sbuf.i32[0+4, 128](1:1), sbuf.i32[0+4, 0](1:1), sbuf.i32[0+4, 64](1:1), op=add
  semaphore_add semaphore=s16, value=1
  halt
