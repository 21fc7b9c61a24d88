; tensor_tensor, tensor_scalar: every operator on i32 of GpSimd is exact and wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([integer(op, a, b, 32) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power'.split() for a, b in zip([7, -2147483648, 2147483647, -9], [-3, -1, 2, 0])])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i32([integer('add', integer(op, *((-3, a) if i % 2 and op not in ['bypass', 'abs', 'logical_not', 'square', 'relu'] else (a, -3)), 32), 2, 32) for i, op in enumerate('bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power'.split()) for a in [7, -2147483648, 2147483647, -9]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 7, -2147483648, 2147483647, -9
.constant "b" at 4096
  .i32 -3, -1, 2, 0
.output "y" i32 [92] at 8192
.output "z" i32 [92] at 16384

.sync
  dma_load sbuf.i32[0+1, 0](4:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+1, 64](4:1), hbm.i32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](92:4), sbuf.i32[0+1, 1024](92:1), queue=0
  dma_store hbm.i32[16384](92:4), sbuf.i32[0+1, 4096](92:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_tensor sbuf.i32[0+1, 1024](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=bypass
  tensor_tensor sbuf.i32[0+1, 1040](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=add
  tensor_tensor sbuf.i32[0+1, 1056](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=subtract
  tensor_tensor sbuf.i32[0+1, 1072](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=multiply
  tensor_tensor sbuf.i32[0+1, 1088](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=divide
  tensor_tensor sbuf.i32[0+1, 1104](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=max
  tensor_tensor sbuf.i32[0+1, 1120](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=min
  tensor_tensor sbuf.i32[0+1, 1136](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=abs
  tensor_tensor sbuf.i32[0+1, 1152](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=equal
  tensor_tensor sbuf.i32[0+1, 1168](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=not_equal
  tensor_tensor sbuf.i32[0+1, 1184](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=less
  tensor_tensor sbuf.i32[0+1, 1200](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=less_equal
  tensor_tensor sbuf.i32[0+1, 1216](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=greater
  tensor_tensor sbuf.i32[0+1, 1232](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=greater_equal
  tensor_tensor sbuf.i32[0+1, 1248](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=logical_and
  tensor_tensor sbuf.i32[0+1, 1264](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=logical_or
  tensor_tensor sbuf.i32[0+1, 1280](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=logical_xor
  tensor_tensor sbuf.i32[0+1, 1296](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=logical_not
  tensor_tensor sbuf.i32[0+1, 1312](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=abs_max
  tensor_tensor sbuf.i32[0+1, 1328](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=abs_min
  tensor_tensor sbuf.i32[0+1, 1344](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=square
  tensor_tensor sbuf.i32[0+1, 1360](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=relu
  tensor_tensor sbuf.i32[0+1, 1376](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=power
  tensor_scalar sbuf.i32[0+1, 4096](4:1), sbuf.i32[0+1, 0](4:1), #0, #i32:2, op0=bypass, op1=add
  tensor_scalar sbuf.i32[0+1, 4112](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=add, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4128](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=subtract, op1=add
  tensor_scalar sbuf.i32[0+1, 4144](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=multiply, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4160](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=divide, op1=add
  tensor_scalar sbuf.i32[0+1, 4176](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=max, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4192](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=min, op1=add
  tensor_scalar sbuf.i32[0+1, 4208](4:1), sbuf.i32[0+1, 0](4:1), #0, #i32:2, op0=abs, op1=add
  tensor_scalar sbuf.i32[0+1, 4224](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=equal, op1=add
  tensor_scalar sbuf.i32[0+1, 4240](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=not_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4256](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=less, op1=add
  tensor_scalar sbuf.i32[0+1, 4272](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=less_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4288](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=greater, op1=add
  tensor_scalar sbuf.i32[0+1, 4304](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=greater_equal, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4320](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_and, op1=add
  tensor_scalar sbuf.i32[0+1, 4336](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_or, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4352](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=logical_xor, op1=add
  tensor_scalar sbuf.i32[0+1, 4368](4:1), sbuf.i32[0+1, 0](4:1), #0, #i32:2, op0=logical_not, op1=add
  tensor_scalar sbuf.i32[0+1, 4384](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=abs_max, op1=add
  tensor_scalar sbuf.i32[0+1, 4400](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=abs_min, op1=add, reverse0=true
  tensor_scalar sbuf.i32[0+1, 4416](4:1), sbuf.i32[0+1, 0](4:1), #0, #i32:2, op0=square, op1=add
  tensor_scalar sbuf.i32[0+1, 4432](4:1), sbuf.i32[0+1, 0](4:1), #0, #i32:2, op0=relu, op1=add
  tensor_scalar sbuf.i32[0+1, 4448](4:1), sbuf.i32[0+1, 0](4:1), #i32:-3, #i32:2, op0=power, op1=add
  semaphore_add semaphore=s16, value=1
  halt
