; tensor_scalar_reduce: every operator, and every operator of the accumulators.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a, b: canonical([alu(op, *((b, a) if i % 2 else (a, b))) for i, op in enumerate('bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu reciprocal floor ceil round_even'.split())]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), np.full(8, 1.5, f32))"
; RUN: %python %S/Inputs/expect.py %t.npz z "(lambda r: f32([f32(0) + tree(np.add, r), f32(1) * tree(np.multiply, r), r.max(), r.min(), abs(r).max(), abs(r).min()]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]) + f32(0.25))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0
.constant "b" at 4096
  .f32 2.0, -2.5, -0.0, 1.5, -0.5, 1.0, 2.0, 3.0
.output "y" f32 [208] at 8192
.output "z" f32 [6] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](208:4), sbuf.f32[0+1, 1024](208:1), queue=0
  dma_store hbm.f32[16384](6:4), sbuf.f32[0+1, 2048](6:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar_reduce sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=bypass, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=add, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=subtract, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=multiply, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=divide, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=max, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=min, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=equal, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=not_equal, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=less, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=less_equal, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1408](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=greater, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1440](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=greater_equal, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1472](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_and, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1504](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_or, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1536](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_xor, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1568](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_not, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1600](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs_max, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1632](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs_min, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=square, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1696](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=relu, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1728](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=reciprocal, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1760](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=floor, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1792](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=ceil, reduceOp=add, accumulator=idle
  tensor_scalar_reduce sbuf.f32[0+1, 1824](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=round_even, reduceOp=add, accumulator=idle, reverse0=true
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=add, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2048](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=multiply, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2052](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=max, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2056](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=min, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2060](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=abs_max, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2064](1:1)
  tensor_scalar_reduce sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, reduceOp=abs_min, accumulator=reset_reduce
  accumulator_read sbuf.f32[0+1, 2068](1:1)
  semaphore_add semaphore=s16, value=1
  halt
