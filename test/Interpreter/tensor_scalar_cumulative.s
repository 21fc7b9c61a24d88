; tensor_scalar_cumulative: running sum of twice the elements; the second instruction goes on where the first ended.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.cumsum(f32(2) * f32([0.1, 0.2, 0.3, 0.7, 1e-3, 100, -3, 0.6]), dtype=f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.1, 0.2, 0.3, 0.7, 1e-3, 100, -3, 0.6
.output "y" f32 [8] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](1:32, 8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:32, 8:4), sbuf.f32[0+1, 64](8:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar_cumulative sbuf.f32[0+1, 64](5:1), sbuf.f32[0+1, 0](5:1), #2, op0=multiply, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 84](3:1), sbuf.f32[0+1, 20](3:1), #2, op0=multiply, op1=add, accumulator=reduce
  semaphore_add semaphore=s16, value=1
  halt
