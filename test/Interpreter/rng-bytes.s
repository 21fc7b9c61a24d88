; rng: narrow integers take the lower bits, bool the lowest.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "u8([philox([10 * i, 0, 3, 4], [1, 2])[0] & 255 for i in range(4)])"
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([philox([i, 0, 3, 4], [1, 2])[0] & 1 for i in range(6)])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "s" at 0
  .i32 1, 2, 3, 4
.output "x" u8 [4] at 8192
.output "y" u8 [6] at 12288
.sync
  dma_load sbuf.u32[0+1, 0](4:1), hbm.u32[0](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u8[8192](4:1), sbuf.u8[0+4, 64](1:1), queue=0
  dma_store hbm.bool[12288](6:1), sbuf.bool[0+1, 128](6:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  rng sbuf.u8[0+4, 64](1:1), sbuf.u32[0+1, 0](4:1), step0=10
  rng sbuf.bool[0+1, 128](6:1), sbuf.u32[0+1, 0](4:1), step1=1
  semaphore_add semaphore=s16, value=1
  halt
