; activate with `gelu_tanh_dx`: with a bias of -0 and a scale of 1 the argument is the source.
; The wanted bits are the correctly rounded values.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x3f000000, 0x3f8a9e91, 0xbda9e913, 0x3f5e0bf4]).view(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 1, -1, 0.5
.output "y" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+4, 0](1:1), hbm.f32[0](4:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](4:4), sbuf.f32[0+4, 128](1:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate sbuf.f32[0+4, 128](1:1), sbuf.f32[0+4, 0](1:1), #1, #-0, function=gelu_tanh_dx
  semaphore_add semaphore=s16, value=1
  halt
