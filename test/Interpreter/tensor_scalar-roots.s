; tensor_scalar: GpSimd has roots and powers in fp32; exact results are exact.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1, 2.5, 0.75, 0.625, 2**-1.5, 2**0.5, 2**-2.5, 2**-3.5, 8, 0.125, 64, 512, 16, 2**0.25, 65536, 2.0**64])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 4, 0.25, 16, 64
.output "y" f32 [16] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](4:1), hbm.f32[0](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](16:4), sbuf.f32[0+1, 1024](16:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  tensor_scalar sbuf.f32[0+1, 1024](4:1), sbuf.f32[0+1, 0](4:1), #0, #0.5, op0=rsqrt, op1=add
  tensor_scalar sbuf.f32[0+1, 1040](4:1), sbuf.f32[0+1, 0](4:1), #2, #0, op0=multiply, op1=rsqrt
  tensor_scalar sbuf.f32[0+1, 1056](4:1), sbuf.f32[0+1, 0](4:1), #0.5, #3, op0=power, op1=power
  tensor_scalar sbuf.f32[0+1, 1072](4:1), sbuf.f32[0+1, 0](4:1), #2, #0, op0=power, op1=bypass, reverse0=true
  semaphore_add semaphore=s16, value=1
  halt
