; affine_select: each comparison, on integers that are cast; in place.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz u "np.where(np.arange(-2, 3) == 0, np.arange(10, 15), -1).astype(f32)"
; RUN: %python %S/Inputs/expect.py %t.npz v "np.where(np.arange(-2, 3) != 0, np.arange(10, 15), -1).astype(f32)"
; RUN: %python %S/Inputs/expect.py %t.npz w "np.where(np.arange(-2, 3) < 0, np.arange(10, 15), -1).astype(f32)"
; RUN: %python %S/Inputs/expect.py %t.npz x "np.where(np.arange(-2, 3) <= 0, np.arange(10, 15), -1).astype(f32)"
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where(np.arange(-2, 3) > 0, np.arange(10, 15), -1).astype(f32)"
; RUN: %python %S/Inputs/expect.py %t.npz z "np.where(np.arange(-2, 3) >= 0, np.arange(10, 15), -1).astype(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 10, 11, 12, 13, 14
.output "u" f32 [5] at 8192
.output "v" f32 [5] at 12288
.output "w" f32 [5] at 16384
.output "x" f32 [5] at 20480
.output "y" f32 [5] at 24576
.output "z" f32 [5] at 28672
.sync
  dma_load sbuf.i32[0+1, 0](5:1), hbm.i32[0](5:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](5:4), sbuf.bf16[0+1, 64](5:1), queue=0
  dma_store hbm.f32[12288](5:4), sbuf.bf16[0+1, 80](5:1), queue=0
  dma_store hbm.f32[16384](5:4), sbuf.bf16[0+1, 96](5:1), queue=0
  dma_store hbm.f32[20480](5:4), sbuf.bf16[0+1, 112](5:1), queue=0
  dma_store hbm.f32[24576](5:4), sbuf.bf16[0+1, 128](5:1), queue=0
  dma_store hbm.f32[28672](5:4), sbuf.bf16[0+1, 144](5:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  affine_select sbuf.bf16[0+1, 64](5:1), sbuf.i32[0+1, 0](5:1), compare=equal, offset=-2, step1=1, fill=0xbf80
  affine_select sbuf.bf16[0+1, 80](5:1), sbuf.i32[0+1, 0](5:1), compare=not_equal, offset=-2, step1=1, fill=0xbf80
  affine_select sbuf.bf16[0+1, 96](5:1), sbuf.i32[0+1, 0](5:1), compare=less, offset=-2, step1=1, fill=0xbf80
  affine_select sbuf.bf16[0+1, 112](5:1), sbuf.i32[0+1, 0](5:1), compare=less_equal, offset=-2, step1=1, fill=0xbf80
  affine_select sbuf.bf16[0+1, 128](5:1), sbuf.i32[0+1, 0](5:1), compare=greater, offset=-2, step1=1, fill=0xbf80
  affine_select sbuf.bf16[0+1, 144](5:1), sbuf.i32[0+1, 0](5:1), compare=greater_equal, offset=-2, step1=1, fill=0xbf80
  semaphore_add semaphore=s16, value=1
  halt
