; iota: partition and pairs, with strides; 64-bit wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "i32([-5, -6, -7, 5, 4, 3, 95, 94, 93, 105, 104, 103])"
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([2**63 - 1, -2**63])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "x" i32 [2, 6] at 8192
.output "y" i64 [2] at 12288
.sync
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](12:4), sbuf.i32[0+2, 0](6:1), queue=0
  dma_store hbm.i64[12288](2:8), sbuf.i64[0+2, 64](1:1), queue=0
  halt

.gpsimd
  iota sbuf.i32[0+2, 0](2:3, 3:1), offset=-5, step0=100, step1=10, step2=-1
  iota sbuf.i64[0+2, 64](1:1), offset=9223372036854775807, step0=1
  semaphore_add semaphore=s16, value=1
  halt
