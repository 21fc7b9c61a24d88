; affine_select: an upper triangle of f32; the fill is a bit pattern and never rounds.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.where(np.arange(4) >= np.arange(3)[:, None], np.arange(1, 13).reshape(3, 4), -np.inf).astype(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
.output "y" f32 [3, 4] at 8192
.sync
  dma_load sbuf.f32[0+3, 0](4:1), hbm.f32[0](12:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](12:4), sbuf.f32[0+3, 64](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=16
  semaphore_subtract semaphore=s3, value=16
  affine_select sbuf.f32[0+3, 64](4:1), sbuf.f32[0+3, 0](4:1), compare=greater_equal, step0=-1, step1=1, fill=0xff800000
  semaphore_add semaphore=s16, value=1
  halt
