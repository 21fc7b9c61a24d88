; copy: a cast to an integer rounds to nearest even, saturates, and makes NaN 0.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([2, 4, 0, 2147483647, -2147483648, 0, 16777216, 0])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 2.5, 3.5, -0.5, 3e9, -3e38, 1e-40, 16777217
  .bytes 0000c07f
.output "y" i32 [4, 2] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](4:8, 2:4), sbuf.i32[0+4, 128](2:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  copy sbuf.i32[0+4, 128](2:1), sbuf.f32[0+4, 0](2:1)
  semaphore_add semaphore=s16, value=1
  halt
