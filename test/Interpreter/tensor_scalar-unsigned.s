; tensor_scalar: on GpSimd an unsigned step wraps before the next; 64-bit compares know no sign; floats get the value.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "i32([-2, -3, -3, -3])"
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([2**63 - 1, 2, 2, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([2**64, 4, 5, 6])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 3, -1, 7, 0
.constant "b" at 4096
  .i64 -1, 4, 5, 6
.output "x" i32 [4] at 8192
.output "y" i64 [4] at 12288
.output "z" f32 [4] at 16384
.sync
  dma_load sbuf.u32[0+1, 0](4:1), hbm.u32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.u64[0+1, 64](4:1), hbm.u64[4096](4:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u32[8192](4:4), sbuf.u32[0+1, 128](4:1), queue=0
  dma_store hbm.u64[12288](4:8), sbuf.u64[0+1, 192](4:1), queue=0
  dma_store hbm.f32[16384](4:4), sbuf.f32[0+1, 256](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_scalar sbuf.u32[0+1, 128](4:1), sbuf.u32[0+1, 0](4:1), #i32:5, #i32:-3, op0=subtract, op1=max
  tensor_scalar sbuf.u64[0+1, 192](4:1), sbuf.u64[0+1, 64](4:1), #i32:5, #i32:2, op0=max, op1=divide
  tensor_scalar sbuf.f32[0+1, 256](4:1), sbuf.u64[0+1, 64](4:1), #i32:0, #0, op0=add
  semaphore_add semaphore=s16, value=1
  halt
