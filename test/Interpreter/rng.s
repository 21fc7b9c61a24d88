; rng: Philox words by the place in the logical tensor; the state moves on.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz w "np.array([philox([i & 0xffffffff, i >> 32, 7, 8], [5, 6])[0] for i in range(2**32 - 1, 2**32 + 5)], dtype=u32).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz x "f32([(philox([i, 0, 8, 8], [5, 6])[0] >> 8) / 2**24 for i in range(3)])"
; RUN: %python %S/Inputs/expect.py %t.npz y "np.array([philox([2, 0, 8, 8], [5, 6])[1] << 32 | philox([2, 0, 8, 8], [5, 6])[0]], dtype=np.uint64).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz z "i32([5, 6, 8, 8])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "s" at 0
  .i32 5, 6, 7, 8
.output "w" i32 [2, 3] at 8192
.output "x" f32 [3] at 12288
.output "y" i64 [1] at 16384
.output "z" i32 [4] at 20480
.sync
  dma_load sbuf.u32[0+1, 0](4:1), hbm.u32[0](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u32[8192](6:4), sbuf.u32[0+2, 64](3:1), queue=0
  dma_store hbm.f32[12288](3:4), sbuf.f32[0+3, 128](1:1), queue=0
  dma_store hbm.i64[16384](1:8), sbuf.i64[0+1, 192](1:1), queue=0
  dma_store hbm.u32[20480](4:4), sbuf.u32[0+1, 0](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  rng sbuf.u32[0+2, 64](3:1), sbuf.u32[0+1, 0](4:1), offset=4294967295, step0=3, step1=1, advance=true
  rng sbuf.f32[0+3, 128](1:1), sbuf.u32[0+1, 0](4:1), step0=1
  rng sbuf.i64[0+1, 192](1:1), sbuf.u32[0+1, 0](4:1), offset=2
  rng sbuf.u8[0+1, 200](1:1), sbuf.u32[0+1, 0](4:1), offset=2
  rng sbuf.bool[0+1, 201](3:1), sbuf.u32[0+1, 0](4:1), step1=1
  semaphore_add semaphore=s16, value=1
  halt
