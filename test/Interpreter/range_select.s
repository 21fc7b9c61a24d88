; range_select: indices 10 to 17 with 12 <= i < 15 are kept; the maximum of the row goes to the accumulator.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where((np.arange(10, 18) >= 12) & (np.arange(10, 18) < 15), f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]), np.finfo(f32).min)"
; RUN: %python %S/Inputs/expect.py %t.npz m "f32([3e38])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.output "y" f32 [8] at 8192
.output "m" f32 [1] at 12288

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:32, 8:4), sbuf.f32[0+1, 64](8:1), queue=0
  dma_store hbm.f32[12288](1:4, 1:4), sbuf.f32[0+1, 128](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  range_select sbuf.f32[0+1, 64](8:1), sbuf.f32[0+1, 0](8:1), #12, #15, comparison0=greater_equal, comparison1=less, accumulator=reset_reduce, start=10
  accumulator_read sbuf.f32[0+1, 128](1:1)
  semaphore_add semaphore=s16, value=1
  halt
