; partition_reduce: exact and wrapping on 32 and 64 bits, signed and unsigned; bits.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz t "i32([-2147483643, -14])"
; RUN: %python %S/Inputs/expect.py %t.npz u "i32([-715827881, -4])"
; RUN: %python %S/Inputs/expect.py %t.npz v "i32([1, 0])"
; RUN: %python %S/Inputs/expect.py %t.npz w "i32([2147483647, -7])"
; RUN: %python %S/Inputs/expect.py %t.npz x "i64([3, 2**53 + 1])"
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([-1, 2**53 + 1])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i64([2, 2**53 + 2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 2147483647, -7, 1, -7, 5, 0
.constant "b" at 4096
  .i64 -1, 9007199254740993, 3, 1
.output "t" i32 [2] at 8192
.output "u" i32 [2] at 12288
.output "v" i32 [2] at 16384
.output "w" i32 [2] at 20480
.output "x" i64 [2] at 24576
.output "y" i64 [2] at 28672
.output "z" i64 [2] at 32768
.sync
  dma_load sbuf.i32[0+3, 0](2:1), hbm.i32[0](6:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i64[0+2, 64](2:1), hbm.i64[4096](4:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](2:4), sbuf.i32[0+1, 128](2:1), queue=0
  dma_store hbm.i32[12288](2:4), sbuf.i32[0+1, 136](2:1), queue=0
  dma_store hbm.i32[16384](2:4), sbuf.i32[0+1, 144](2:1), queue=0
  dma_store hbm.i32[20480](2:4), sbuf.i32[0+1, 152](2:1), queue=0
  dma_store hbm.i64[24576](2:8), sbuf.i64[0+1, 160](2:1), queue=0
  dma_store hbm.u64[28672](2:8), sbuf.u64[0+1, 176](2:1), queue=0
  dma_store hbm.i64[32768](2:8), sbuf.i64[0+1, 192](2:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  partition_reduce sbuf.i32[0+1, 128](2:1), sbuf.i32[0+3, 0](2:1), op=add
  partition_reduce sbuf.i32[0+1, 136](2:1), sbuf.i32[0+3, 0](2:1), op=average
  partition_reduce sbuf.i32[0+1, 144](2:1), sbuf.i32[0+3, 0](2:1), op=bitwise_and
  partition_reduce sbuf.i32[0+1, 152](2:1), sbuf.i32[0+3, 0](2:1), op=bitwise_or
  partition_reduce sbuf.i64[0+1, 160](2:1), sbuf.i64[0+2, 64](2:1), op=max
  partition_reduce sbuf.u64[0+1, 176](2:1), sbuf.u64[0+2, 64](2:1), op=max
  partition_reduce sbuf.i64[0+1, 192](2:1), sbuf.i64[0+2, 64](2:1), op=add
  semaphore_add semaphore=s16, value=1
  halt
