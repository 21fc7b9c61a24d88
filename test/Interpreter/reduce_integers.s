; reduce_integers: sums wrap at 64 bits and 32; the mean truncates; a float gets the value.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz w "i64([2**63 - 1, 2**53 + 3])"
; RUN: %python %S/Inputs/expect.py %t.npz x "i64([2**63 - 1, 2**53 + 1])"
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([0])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([2**32, 2**32])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 9223372036854775807, 1, -1, 9007199254740993, 0, 2
.constant "b" at 4096
  .i32 -1, 2, 5, -7
.output "w" i64 [2] at 8192
.output "x" i64 [2] at 12288
.output "y" i32 [1] at 16384
.output "z" f32 [2] at 20480
.sync
  dma_load sbuf.i64[0+1, 0](6:1), hbm.i64[0](6:8), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+1, 64](4:1), hbm.i32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i64[8192](2:8), sbuf.i64[0+1, 128](2:1), queue=0
  dma_store hbm.i64[12288](2:8), sbuf.i64[0+1, 192](2:1), queue=0
  dma_store hbm.i32[16384](1:4), sbuf.i32[0+1, 256](1:1), queue=0
  dma_store hbm.f32[20480](2:4), sbuf.f32[0+1, 320](2:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  reduce_integers sbuf.i64[0+1, 128](2:1), sbuf.i64[0+1, 0](2:3, 3:1), op=add
  reduce_integers sbuf.i64[0+1, 192](2:1), sbuf.i64[0+1, 0](2:3, 3:1), op=max
  reduce_integers sbuf.i32[0+1, 256](1:1), sbuf.i32[0+1, 64](2:2, 2:1), op=average, axes=2
  reduce_integers sbuf.f32[0+1, 320](2:1), sbuf.u32[0+1, 64](2:2, 2:1), op=max
  semaphore_add semaphore=s16, value=1
  halt
