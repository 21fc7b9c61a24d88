; tensor_scalar_cumulative: every operator as the first step, then those that may be the second, from their identity on.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a: canonical([running(lambda s, x: alu(op, x, f32(1.5)) + s, f32(0), a) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu reciprocal floor ceil round_even'.split()]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]))"
; RUN: %python %S/Inputs/expect.py %t.npz z "(lambda a: canonical([running(lambda s, x: alu(op, x + f32(0.25), s), f32(first), a) for op, first in [('subtract', 0), ('multiply', 1), ('max', -np.inf), ('min', np.inf)]]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0
.constant "b" at 4096
  .f32 2.0, -2.5, -0.0, 1.5, -0.5, 1.0, 2.0, 3.0
.output "y" f32 [208] at 8192
.output "z" f32 [32] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](208:4), sbuf.f32[0+1, 1024](208:1), queue=0
  dma_store hbm.f32[16384](32:4), sbuf.f32[0+1, 2048](32:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar_cumulative sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=bypass, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=add, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=subtract, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=multiply, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=divide, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=max, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=min, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=equal, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=not_equal, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=less, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=less_equal, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1408](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=greater, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1440](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=greater_equal, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1472](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_and, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1504](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_or, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1536](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_xor, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1568](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=logical_not, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1600](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs_max, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1632](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=abs_min, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=square, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1696](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=relu, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1728](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=reciprocal, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1760](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=floor, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1792](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=ceil, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 1824](8:1), sbuf.f32[0+1, 0](8:1), #1.5, op0=round_even, op1=add, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 2048](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, op1=subtract, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 2080](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, op1=multiply, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 2112](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, op1=max, accumulator=reset_reduce
  tensor_scalar_cumulative sbuf.f32[0+1, 2144](8:1), sbuf.f32[0+1, 0](8:1), #0.25, op0=add, op1=min, accumulator=reset_reduce
  semaphore_add semaphore=s16, value=1
  halt
