; tensor_scalar_reduce: the four commands to the accumulators.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz m "f32([-112.5, -112.5, 12656.25, 1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 0.5, 2, -3, 0.25, 1.5, 3, -0.5
.output "m" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:4), sbuf.f32[0+1, 2048](4:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar_reduce sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #1, op0=add, reduceOp=multiply, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2048](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #1, op0=add, reduceOp=multiply, accumulator=idle
  accumulator_read sbuf.f32[0+1, 2052](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #1, op0=add, reduceOp=multiply, accumulator=reduce
  accumulator_read sbuf.f32[0+1, 2056](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #1, op0=add, reduceOp=multiply, accumulator=reset
  accumulator_read sbuf.f32[0+1, 2060](1:1)
  semaphore_add semaphore=s16, value=1
  halt
