; tensor_tensor: every operator in fp32, with zeros of both signs, infinity, NaN and a subnormal.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a, b: canonical([alu(op, a, b) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu reciprocal floor ceil round_even'.split()]))(f32([3.25, -2.5, 0.0, -0.0, np.inf, np.nan, 1e-40, -7.0]), f32([2.0, -2.5, -0.0, 1.5, -np.inf, 1.0, 2.0, 3.0]))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, inf, nan, 1e-40, -7.0
.constant "b" at 4096
  .f32 2.0, -2.5, -0.0, 1.5, -inf, 1.0, 2.0, 3.0
.output "y" f32 [208] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](8:1), hbm.f32[4096](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](208:4), sbuf.f32[0+1, 1024](208:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  tensor_tensor sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=bypass
  tensor_tensor sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=add
  tensor_tensor sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=subtract
  tensor_tensor sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=multiply
  tensor_tensor sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=divide
  tensor_tensor sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=max
  tensor_tensor sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=min
  tensor_tensor sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=abs
  tensor_tensor sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=equal
  tensor_tensor sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=not_equal
  tensor_tensor sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=less
  tensor_tensor sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=less_equal
  tensor_tensor sbuf.f32[0+1, 1408](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=greater
  tensor_tensor sbuf.f32[0+1, 1440](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=greater_equal
  tensor_tensor sbuf.f32[0+1, 1472](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=logical_and
  tensor_tensor sbuf.f32[0+1, 1504](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=logical_or
  tensor_tensor sbuf.f32[0+1, 1536](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=logical_xor
  tensor_tensor sbuf.f32[0+1, 1568](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=logical_not
  tensor_tensor sbuf.f32[0+1, 1600](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=abs_max
  tensor_tensor sbuf.f32[0+1, 1632](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=abs_min
  tensor_tensor sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=square
  tensor_tensor sbuf.f32[0+1, 1696](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=relu
  tensor_tensor sbuf.f32[0+1, 1728](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=reciprocal
  tensor_tensor sbuf.f32[0+1, 1760](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=floor
  tensor_tensor sbuf.f32[0+1, 1792](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=ceil
  tensor_tensor sbuf.f32[0+1, 1824](8:1), sbuf.f32[0+1, 0](8:1), sbuf.f32[0+1, 64](8:1), op=round_even
  semaphore_add semaphore=s16, value=1
  halt
