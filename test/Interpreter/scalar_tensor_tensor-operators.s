; scalar_tensor_tensor: every operator as the first step, then as the second; every other one with its operands exchanged.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a, s, b: canonical([alu(op, *((s, a) if i % 2 else (a, s))) + b for i, op in enumerate('bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu reciprocal floor ceil round_even'.split())]))(f32([3.25, -2.5, 0.0, -0.0, np.inf, np.nan, 1e-40, -7.0]), np.full(8, -2.5, f32), f32([2.0, -2.5, -0.0, 1.5, -np.inf, 1.0, 2.0, 3.0]))"
; RUN: %python %S/Inputs/expect.py %t.npz z "(lambda a, b: canonical([alu(op, *((b, a) if i % 2 else (a, b))) for i, op in enumerate('bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu reciprocal floor ceil round_even'.split())]))(f32([3.25, -2.5, 0.0, -0.0, np.inf, np.nan, 1e-40, -7.0]) + f32(0.25), f32([2.0, -2.5, -0.0, 1.5, -np.inf, 1.0, 2.0, 3.0]))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, inf, nan, 1e-40, -7.0
.constant "b" at 4096
  .f32 2.0, -2.5, -0.0, 1.5, -inf, 1.0, 2.0, 3.0
.output "y" f32 [208] at 8192
.output "z" f32 [208] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](8:1), hbm.f32[4096](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](208:4), sbuf.f32[0+1, 1024](208:1), queue=0
  dma_store hbm.f32[16384](208:4), sbuf.f32[0+1, 2048](208:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  scalar_tensor_tensor sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=bypass, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=add, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=subtract, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=multiply, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=divide, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=max, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=min, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=abs, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=equal, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=not_equal, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=less, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=less_equal, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1408](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=greater, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1440](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=greater_equal, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1472](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=logical_and, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1504](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=logical_or, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1536](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=logical_xor, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1568](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=logical_not, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1600](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=abs_max, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1632](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=abs_min, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=square, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1696](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=relu, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1728](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=reciprocal, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1760](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=floor, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 1792](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=ceil, op1=add
  scalar_tensor_tensor sbuf.f32[0+1, 1824](8:1), sbuf.f32[0+1, 0](8:1), #-2.5, sbuf.f32[0+1, 64](8:1), op0=round_even, op1=add, reverse0=true
  scalar_tensor_tensor sbuf.f32[0+1, 2048](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=bypass
  scalar_tensor_tensor sbuf.f32[0+1, 2080](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=add, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2112](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=subtract
  scalar_tensor_tensor sbuf.f32[0+1, 2144](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=multiply, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2176](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=divide
  scalar_tensor_tensor sbuf.f32[0+1, 2208](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=max, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2240](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=min
  scalar_tensor_tensor sbuf.f32[0+1, 2272](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=abs, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2304](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=equal
  scalar_tensor_tensor sbuf.f32[0+1, 2336](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=not_equal, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2368](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=less
  scalar_tensor_tensor sbuf.f32[0+1, 2400](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=less_equal, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2432](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=greater
  scalar_tensor_tensor sbuf.f32[0+1, 2464](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=greater_equal, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2496](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=logical_and
  scalar_tensor_tensor sbuf.f32[0+1, 2528](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=logical_or, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2560](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=logical_xor
  scalar_tensor_tensor sbuf.f32[0+1, 2592](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=logical_not, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2624](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=abs_max
  scalar_tensor_tensor sbuf.f32[0+1, 2656](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=abs_min, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2688](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=square
  scalar_tensor_tensor sbuf.f32[0+1, 2720](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=relu, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2752](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=reciprocal
  scalar_tensor_tensor sbuf.f32[0+1, 2784](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=floor, reverse1=true
  scalar_tensor_tensor sbuf.f32[0+1, 2816](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=ceil
  scalar_tensor_tensor sbuf.f32[0+1, 2848](8:1), sbuf.f32[0+1, 0](8:1), #0.25, sbuf.f32[0+1, 64](8:1), op0=add, op1=round_even, reverse1=true
  semaphore_add semaphore=s16, value=1
  halt
