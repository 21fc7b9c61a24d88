; tensor_scalar: floor, ceil and round_even keep the sign of zero; the largest magnitude and relu.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz f "np.floor(f32([0.5, -0.5, 1.5, 2.5, -0.0, 8388609, -1e30, np.inf]))"
; RUN: %python %S/Inputs/expect.py %t.npz c "np.ceil(f32([0.5, -0.5, 1.5, 2.5, -0.0, 8388609, -1e30, np.inf]))"
; RUN: %python %S/Inputs/expect.py %t.npz r "np.rint(f32([0.5, -0.5, 1.5, 2.5, -0.0, 8388609, -1e30, np.inf]))"
; RUN: %python %S/Inputs/expect.py %t.npz m "np.maximum(np.abs(f32([0.5, -0.5, 1.5, 2.5, -0.0, 8388609, -1e30, np.inf])), f32(2)) ** 2"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.5, -0.5, 1.5, 2.5, -0, 8388609, -1e30, inf
.output "f" f32 [8] at 4096
.output "c" f32 [8] at 8192
.output "r" f32 [8] at 12288
.output "m" f32 [8] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[4096](8:4), sbuf.f32[0+1, 64](8:1), queue=0
  dma_store hbm.f32[8192](8:4), sbuf.f32[0+1, 128](8:1), queue=0
  dma_store hbm.f32[12288](8:4), sbuf.f32[0+1, 192](8:1), queue=0
  dma_store hbm.f32[16384](8:4), sbuf.f32[0+1, 256](8:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar sbuf.f32[0+1, 64](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, op0=floor
  tensor_scalar sbuf.f32[0+1, 128](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, op0=ceil
  tensor_scalar sbuf.f32[0+1, 192](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, op0=round_even
  tensor_scalar sbuf.f32[0+1, 256](8:1), sbuf.f32[0+1, 0](8:1), #-2, #0, op0=abs_max, op1=square
  semaphore_add semaphore=s16, value=1
  halt
