; reduce: operators on bits, over one axis and over two.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a: i32([a[0] & a[1], a[2] & a[3], a[0] | a[1], a[2] | a[3], a[0] ^ a[1], a[2] ^ a[3], a[0] ^ a[1] ^ a[2] ^ a[3]]))([0x12345678, 0x0ff0, -1, 7])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 305419896, 4080, -1, 7
.output "y" i32 [7] at 8192

.sync
  dma_load sbuf.i32[0+1, 0](4:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](7:4), sbuf.i32[0+1, 1024](7:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  reduce sbuf.i32[0+1, 1024](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_and
  reduce sbuf.i32[0+1, 1032](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_or
  reduce sbuf.i32[0+1, 1040](2:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_xor
  reduce sbuf.i32[0+1, 1048](1:1), sbuf.i32[0+1, 0](2:2, 2:1), op=bitwise_xor, axes=2
  semaphore_add semaphore=s16, value=1
  halt
