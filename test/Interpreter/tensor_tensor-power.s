; tensor_tensor on gpsimd: power of floats, and of int32, which wraps.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([8, 0.5, 1, 3, -27, np.inf])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i32([1024, -27, 0, -1, 1, 2030534587])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 2, 2, nan, 9, -3, 0
.constant "b" at 4096
  .f32 3, -1, 0, 0.5, 3, -2
.constant "c" at 12288
  .i32 2, -3, 2, 0, -1, 3
.constant "d" at 16384
  .i32 10, 3, -1, -1, -4, 27
.output "y" f32 [6] at 8192
.output "z" i32 [6] at 20480

.sync
  dma_load sbuf.f32[0+1, 0](6:1), hbm.f32[0](6:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.f32[0+1, 64](6:1), hbm.f32[4096](6:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+1, 128](6:1), hbm.i32[12288](6:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+1, 192](6:1), hbm.i32[16384](6:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](6:4), sbuf.f32[0+1, 256](6:1), queue=0
  dma_store hbm.i32[20480](6:4), sbuf.i32[0+1, 320](6:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=64
  semaphore_subtract semaphore=s3, value=64
  tensor_tensor sbuf.f32[0+1, 256](6:1), sbuf.f32[0+1, 0](6:1), sbuf.f32[0+1, 64](6:1), op=power
  tensor_tensor sbuf.i32[0+1, 320](6:1), sbuf.i32[0+1, 128](6:1), sbuf.i32[0+1, 192](6:1), op=power
  semaphore_add semaphore=s16, value=1
  halt
