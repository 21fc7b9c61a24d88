; select_reduce: the tensor where the predicate is set, else the scalar; reversed the other way; the maximum runs on.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where(u8([1, 0, 0, 0, 7, 0, 0, 1]) != 0, f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]), f32(-9))"
; RUN: %python %S/Inputs/expect.py %t.npz z "np.where(u8([1, 0, 0, 0, 7, 0, 0, 1]) == 0, f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]), f32(-9))"
; RUN: %python %S/Inputs/expect.py %t.npz m "f32([3e38])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.constant "p" at 4096
  .u8 1, 0, 0, 0, 7, 0, 0, 1
.output "y" f32 [8] at 8192
.output "z" f32 [8] at 12288
.output "m" f32 [1] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.u8[0+1, 64](8:1), hbm.u8[4096](1:8, 8:1), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:32, 8:4), sbuf.f32[0+1, 128](8:1), queue=0
  dma_store hbm.f32[12288](1:32, 8:4), sbuf.f32[0+1, 192](8:1), queue=0
  dma_store hbm.f32[16384](1:4, 1:4), sbuf.f32[0+1, 256](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  select_reduce sbuf.f32[0+1, 128](8:1), sbuf.u8[0+1, 64](8:1), sbuf.f32[0+1, 0](8:1), #-9, accumulator=reset_reduce
  select_reduce sbuf.f32[0+1, 192](8:1), sbuf.u8[0+1, 64](8:1), sbuf.f32[0+1, 0](8:1), #-9, reverse=true, accumulator=reduce
  accumulator_read sbuf.f32[0+1, 256](1:1)
  semaphore_add semaphore=s16, value=1
  halt
