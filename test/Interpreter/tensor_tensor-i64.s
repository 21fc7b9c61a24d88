; tensor_tensor, tensor_scalar: every operator on i64 of GpSimd is exact and wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([integer(op, a, b, 64) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power'.split() for a, b in zip([7, -9223372036854775808, 9223372036854775807, -9], [-3, -1, 2, 0])])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i64([integer('add', integer(op, *((-3, a) if i % 2 and op not in ['bypass', 'abs', 'logical_not', 'square', 'relu'] else (a, -3)), 64), 2, 64) for i, op in enumerate('bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power'.split()) for a in [7, -9223372036854775808, 9223372036854775807, -9]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 7, -9223372036854775808, 9223372036854775807, -9
.constant "b" at 4096
  .i64 -3, -1, 2, 0
.output "y" i64 [92] at 8192
.output "z" i64 [92] at 16384

.sync
  dma_load sbuf.i64[0+1, 0](4:1), hbm.i64[0](4:8), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i64[0+1, 64](4:1), hbm.i64[4096](4:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i64[8192](92:8), sbuf.i64[0+1, 1024](92:1), queue=0
  dma_store hbm.i64[16384](92:8), sbuf.i64[0+1, 4096](92:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_tensor sbuf.i64[0+1, 1024](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=bypass
  tensor_tensor sbuf.i64[0+1, 1056](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=add
  tensor_tensor sbuf.i64[0+1, 1088](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=subtract
  tensor_tensor sbuf.i64[0+1, 1120](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=multiply
  tensor_tensor sbuf.i64[0+1, 1152](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=divide
  tensor_tensor sbuf.i64[0+1, 1184](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=max
  tensor_tensor sbuf.i64[0+1, 1216](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=min
  tensor_tensor sbuf.i64[0+1, 1248](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=abs
  tensor_tensor sbuf.i64[0+1, 1280](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=equal
  tensor_tensor sbuf.i64[0+1, 1312](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=not_equal
  tensor_tensor sbuf.i64[0+1, 1344](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=less
  tensor_tensor sbuf.i64[0+1, 1376](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=less_equal
  tensor_tensor sbuf.i64[0+1, 1408](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=greater
  tensor_tensor sbuf.i64[0+1, 1440](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=greater_equal
  tensor_tensor sbuf.i64[0+1, 1472](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=logical_and
  tensor_tensor sbuf.i64[0+1, 1504](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=logical_or
  tensor_tensor sbuf.i64[0+1, 1536](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=logical_xor
  tensor_tensor sbuf.i64[0+1, 1568](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=logical_not
  tensor_tensor sbuf.i64[0+1, 1600](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=abs_max
  tensor_tensor sbuf.i64[0+1, 1632](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=abs_min
  tensor_tensor sbuf.i64[0+1, 1664](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=square
  tensor_tensor sbuf.i64[0+1, 1696](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=relu
  tensor_tensor sbuf.i64[0+1, 1728](4:1), sbuf.i64[0+1, 0](4:1), sbuf.i64[0+1, 64](4:1), op=power
  tensor_scalar sbuf.i64[0+1, 4096](4:1), sbuf.i64[0+1, 0](4:1), #0, #i32:2, op0=bypass, op1=add
  tensor_scalar sbuf.i64[0+1, 4128](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=add, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4160](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=subtract, op1=add
  tensor_scalar sbuf.i64[0+1, 4192](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=multiply, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4224](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=divide, op1=add
  tensor_scalar sbuf.i64[0+1, 4256](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=max, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4288](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=min, op1=add
  tensor_scalar sbuf.i64[0+1, 4320](4:1), sbuf.i64[0+1, 0](4:1), #0, #i32:2, op0=abs, op1=add
  tensor_scalar sbuf.i64[0+1, 4352](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=equal, op1=add
  tensor_scalar sbuf.i64[0+1, 4384](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=not_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4416](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=less, op1=add
  tensor_scalar sbuf.i64[0+1, 4448](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=less_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4480](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=greater, op1=add
  tensor_scalar sbuf.i64[0+1, 4512](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=greater_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4544](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_and, op1=add
  tensor_scalar sbuf.i64[0+1, 4576](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_or, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4608](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_xor, op1=add
  tensor_scalar sbuf.i64[0+1, 4640](4:1), sbuf.i64[0+1, 0](4:1), #0, #i32:2, op0=logical_not, op1=add
  tensor_scalar sbuf.i64[0+1, 4672](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=abs_max, op1=add
  tensor_scalar sbuf.i64[0+1, 4704](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=abs_min, op1=add, reverse0=true
  tensor_scalar sbuf.i64[0+1, 4736](4:1), sbuf.i64[0+1, 0](4:1), #0, #i32:2, op0=square, op1=add
  tensor_scalar sbuf.i64[0+1, 4768](4:1), sbuf.i64[0+1, 0](4:1), #0, #i32:2, op0=relu, op1=add
  tensor_scalar sbuf.i64[0+1, 4800](4:1), sbuf.i64[0+1, 0](4:1), #i32:-3, #i32:2, op0=power, op1=add
  semaphore_add semaphore=s16, value=1
  halt
