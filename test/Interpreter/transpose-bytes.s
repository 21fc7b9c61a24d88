; transpose-bytes: bytes become u16 with a zero upper byte.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.uint16([[1, 3, 255], [2, 4, 6]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .u8 1, 2, 3, 4, 255, 6
.output "y" u16 [2, 3] at 8192

.sync
  dma_load sbuf.u8[0+3, 0](2:1), hbm.u8[0](3:2, 2:1), queue=0, signalBase=s0, signalMask=1
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.u16[8192](2:6, 3:2), sbuf.u16[0+2, 128](3:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s0, value=16
  semaphore_subtract semaphore=s0, value=16
  transpose psum.u16[0+2, 0](3:1), sbuf.f8e4m3[0+3, 0](2:1)
  semaphore_add semaphore=s16, value=1
  halt

.vector
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.u16[0+2, 128](3:1), psum.u16[0+2, 0](3:1)
  semaphore_add semaphore=s17, value=1
  halt
