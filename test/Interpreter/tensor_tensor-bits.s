; tensor_tensor, tensor_scalar: operators on bits, shifts by the width and more included, on vector.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([integer(op, a, b, 32) for op in 'bitwise_and bitwise_or bitwise_xor bitwise_not shift_left shift_right shift_right_arithmetic'.split() for a, b in zip([305419896, -1, -2147483648, 5], [4, 31, 32, 3])])"
; RUN: %python %S/Inputs/expect.py %t.npz z "(lambda ops: i32([integer(ops[(i + 1) % 7], integer(op, *((3, a) if i % 2 else (a, 3)), 32), 5, 32) for i, op in enumerate(ops) for a in [305419896, -1, -2147483648, 5]]))('bitwise_and bitwise_or bitwise_xor bitwise_not shift_left shift_right shift_right_arithmetic'.split())"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 305419896, -1, -2147483648, 5
.constant "b" at 4096
  .i32 4, 31, 32, 3
.output "y" i32 [28] at 8192
.output "z" i32 [28] at 16384

.sync
  dma_load sbuf.i32[0+1, 0](4:1), hbm.i32[0](4:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.i32[0+1, 64](4:1), hbm.i32[4096](4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](28:4), sbuf.i32[0+1, 1024](28:1), queue=0
  dma_store hbm.i32[16384](28:4), sbuf.i32[0+1, 2048](28:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  tensor_tensor sbuf.i32[0+1, 1024](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=bitwise_and
  tensor_tensor sbuf.i32[0+1, 1040](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=bitwise_or
  tensor_tensor sbuf.i32[0+1, 1056](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=bitwise_xor
  tensor_tensor sbuf.i32[0+1, 1072](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=bitwise_not
  tensor_tensor sbuf.i32[0+1, 1088](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=shift_left
  tensor_tensor sbuf.i32[0+1, 1104](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=shift_right
  tensor_tensor sbuf.i32[0+1, 1120](4:1), sbuf.i32[0+1, 0](4:1), sbuf.i32[0+1, 64](4:1), op=shift_right_arithmetic
  tensor_scalar sbuf.i32[0+1, 2048](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=bitwise_and, op1=bitwise_or
  tensor_scalar sbuf.i32[0+1, 2064](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=bitwise_or, op1=bitwise_xor, reverse0=true
  tensor_scalar sbuf.i32[0+1, 2080](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=bitwise_xor, op1=bitwise_not
  tensor_scalar sbuf.i32[0+1, 2096](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=bitwise_not, op1=shift_left, reverse0=true
  tensor_scalar sbuf.i32[0+1, 2112](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=shift_left, op1=shift_right
  tensor_scalar sbuf.i32[0+1, 2128](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=shift_right, op1=shift_right_arithmetic, reverse0=true
  tensor_scalar sbuf.i32[0+1, 2144](4:1), sbuf.i32[0+1, 0](4:1), #i32:3, #i32:5, op0=shift_right_arithmetic, op1=bitwise_and
  semaphore_add semaphore=s16, value=1
  halt
