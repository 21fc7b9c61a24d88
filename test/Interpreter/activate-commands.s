; activate: the four commands to the accumulators.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz m "f32([tree(np.add, np.maximum(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), 0)), tree(np.add, np.maximum(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), 0)), tree(np.add, np.maximum(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), 0)) * 2, 0])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0
.output "m" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:4), sbuf.f32[0+1, 2048](4:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, function=relu, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2048](1:1)
  activate sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, function=relu, accumulator=idle
  accumulator_read sbuf.f32[0+1, 2052](1:1)
  activate sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, function=relu, accumulator=reduce
  accumulator_read sbuf.f32[0+1, 2056](1:1)
  activate sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, function=relu, accumulator=reset
  accumulator_read sbuf.f32[0+1, 2060](1:1)
  semaphore_add semaphore=s16, value=1
  halt
