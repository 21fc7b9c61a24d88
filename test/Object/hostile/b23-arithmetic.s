; B23: shifts beyond the width, division by zero, the smallest value by -1, and
; NaN and infinities to integers have defined results.
; RUN: glia-as %s -o %t.glia && glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/../../Interpreter/Inputs/expect.py %t.npz shift "i32([0, 0])"
; RUN: %python %S/../../Interpreter/Inputs/expect.py %t.npz divide "i32([-1, -2147483648])"
; RUN: %python %S/../../Interpreter/Inputs/expect.py %t.npz cast "i32([0, 2147483647, -2147483648])"

.constant "a" at 0
  .i32 5 -2147483648
.constant "b" at 64
  .i32 0 -1
.constant "f" at 128
  .i32 0x7fc00000 0x7f800000 -8388608
.output "shift" i32 [2] at 4096
.output "divide" i32 [2] at 8192
.output "cast" i32 [3] at 12288
.gpsimd
  semaphore_wait semaphore=s3, value=48
  semaphore_subtract semaphore=s3, value=48
  tensor_scalar sbuf.i32[0+1, 64](2:1), sbuf.i32[0+1, 0](2:1), #i32:99, #0, op0=shift_left
  tensor_tensor sbuf.i32[0+1, 128](2:1), sbuf.i32[0+1, 0](2:1), sbuf.i32[0+1, 8](2:1), op=divide
  copy sbuf.i32[0+1, 192](3:1), sbuf.f32[0+1, 16](3:1)
  semaphore_add semaphore=s8, value=1
  halt
.sync
  dma_load sbuf.i32[0+1, 0](2:1), hbm.i32[0](2:4), queue=0, signalMask=8
  dma_load sbuf.i32[0+1, 8](2:1), hbm.i32[64](2:4), queue=0, signalMask=8
  dma_load sbuf.f32[0+1, 16](3:1), hbm.f32[128](3:4), queue=0, signalMask=8
  semaphore_wait semaphore=s8, value=1
  semaphore_subtract semaphore=s8, value=1
  dma_store hbm.i32[4096](2:4), sbuf.i32[0+1, 64](2:1), queue=0
  dma_store hbm.i32[8192](2:4), sbuf.i32[0+1, 128](2:1), queue=0
  dma_store hbm.i32[12288](3:4), sbuf.i32[0+1, 192](3:1), queue=0
  halt
