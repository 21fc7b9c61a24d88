; activate with `sin`: with a bias of -0 and a scale of 1 the argument is the source.
; The wanted bits are the correctly rounded values.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0, 0x3e7d5777, 0x3f576aa4, 0xbf800000, 0xb3bbbd2e, 0x3ed30132, 0xbef99a64, 0xbf0599b3]).view(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 0.25, 1, -1.5707964, 3.1415927, 9, 10000000000.0, 3.4028235e+38
.output "y" f32 [8] at 8192

.sync
  dma_load sbuf.f32[0+8, 0](1:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](8:4), sbuf.f32[0+8, 128](1:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate sbuf.f32[0+8, 128](1:1), sbuf.f32[0+8, 0](1:1), #1, #-0, function=sin
  semaphore_add semaphore=s16, value=1
  halt
