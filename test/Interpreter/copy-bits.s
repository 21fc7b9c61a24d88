; copy between equal types moves bits, a signalling NaN too; on Scalar and with strides.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x7f800001, 0xbf800000, 0, 0x80000001]).view(f32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .bytes 0100807f000080bf0000000001000080
.output "y" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+2, 0](2:1), hbm.f32[0](2:8, 2:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](2:8, 2:4), sbuf.f32[0+2, 128](2:3), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  copy sbuf.f32[0+2, 128](2:3), sbuf.f32[0+2, 0](2:1)
  semaphore_add semaphore=s16, value=1
  halt
