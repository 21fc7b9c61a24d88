; shuffle32: lanes move inside a group of 32; a lane that is left keeps its row.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a, b: np.stack([a[3], b[1], a[0], a[1]]))(f32([1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40]).reshape(4, 2), f32([0.3, 2, -0.1, 3e38, 2, -7, 5, 3]).reshape(4, 2))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -2, 0.1, 3e38, -7.25, 7, 0.0009765625, 1e-40
.constant "b" at 4096
  .f32 0.3, 2, -0.1, 3e38, 2, -7, 5, 3
.output "y" f32 [4, 2] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+4, 8](2:1), hbm.f32[4096](4:8, 2:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:8, 2:4), sbuf.f32[0+4, 8](2:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  shuffle32 sbuf.f32[0+4, 8](2:1), sbuf.f32[0+4, 0](2:1), lanes=(3 _ 0 1 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _)
  semaphore_add semaphore=s16, value=1
  halt
