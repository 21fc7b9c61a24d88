; topk: 64-bit integers exactly, signed and unsigned, two partitions.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz v "i64([2**53 + 1, 2**53, 4, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz i "i32([1, 0, 0, 1])"
; RUN: %python %S/Inputs/expect.py %t.npz w "i64([-1, -2])"
; RUN: %python %S/Inputs/expect.py %t.npz j "i32([2, 2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 9007199254740992, 9007199254740993, -1, 4, 3, -2
.output "v" i64 [2, 2] at 8192
.output "i" i32 [2, 2] at 12288
.output "w" i64 [2, 1] at 16384
.output "j" i32 [2, 1] at 20480
.sync
  dma_load sbuf.i64[0+2, 0](3:1), hbm.i64[0](6:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i64[8192](4:8), sbuf.i64[0+2, 64](2:1), queue=0
  dma_store hbm.i32[12288](4:4), sbuf.i32[0+2, 128](2:1), queue=0
  dma_store hbm.u64[16384](2:8), sbuf.u64[0+2, 192](1:1), queue=0
  dma_store hbm.u32[20480](2:4), sbuf.u32[0+2, 256](1:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  topk sbuf.i64[0+2, 64](2:1), sbuf.i32[0+2, 128](2:1), sbuf.i64[0+2, 0](3:1)
  topk sbuf.u64[0+2, 192](1:1), sbuf.u32[0+2, 256](1:1), sbuf.u64[0+2, 0](3:1)
  semaphore_add semaphore=s16, value=1
  halt
