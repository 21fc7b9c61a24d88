; activate2: every pair of steps, in both orders, and every operator of the accumulators.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda x, p, q: canonical([x, x, alu('multiply', *(x, p)), alu('multiply', *(p, x)), alu('add', *(alu('multiply', *(x, p)), q)), alu('add', *(q, alu('multiply', *(p, x)))), alu('subtract', *(alu('multiply', *(x, p)), q)), alu('subtract', *(q, alu('multiply', *(p, x)))), alu('add', *(x, p)), alu('add', *(p, x)), alu('subtract', *(x, p)), alu('subtract', *(p, x))]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), np.full(8, -2.5, f32), np.full(8, 0.5, f32))"
; RUN: %python %S/Inputs/expect.py %t.npz z "(lambda r: f32([f32(0) + tree(np.add, r), r.max(), r.min(), abs(r).max(), abs(r).min()]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]) - f32(1))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.target trn3
.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0
.output "y" f32 [96] at 8192
.output "z" f32 [5] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](96:4), sbuf.f32[0+1, 1024](96:1), queue=0
  dma_store hbm.f32[16384](5:4), sbuf.f32[0+1, 2048](5:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate2 sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=bypass, op1=bypass, function=copy
  activate2 sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=bypass, op1=bypass, function=copy
  activate2 sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=bypass, function=copy
  activate2 sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=bypass, reverse0=true, function=copy
  activate2 sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=add, function=copy
  activate2 sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=add, reverse0=true, reverse1=true, function=copy
  activate2 sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=subtract, function=copy
  activate2 sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=multiply, op1=subtract, reverse0=true, reverse1=true, function=copy
  activate2 sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=add, op1=bypass, function=copy
  activate2 sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=add, op1=bypass, reverse0=true, function=copy
  activate2 sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=subtract, op1=bypass, function=copy
  activate2 sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, #0.5, op0=subtract, op1=bypass, reverse0=true, function=copy
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, op0=subtract, function=copy, reduceOp=add, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2048](1:1)
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, op0=subtract, function=copy, reduceOp=max, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2052](1:1)
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, op0=subtract, function=copy, reduceOp=min, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2056](1:1)
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, op0=subtract, function=copy, reduceOp=abs_max, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2060](1:1)
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1, #0, op0=subtract, function=copy, reduceOp=abs_min, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2064](1:1)
  semaphore_add semaphore=s16, value=1
  halt
