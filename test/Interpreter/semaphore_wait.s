; semaphore_wait: blocks until the semaphore is at least the value.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([2])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [1] at 8192

.vector
  memset sbuf.u8[0+1, 0](1:1), value=1
  semaphore_add semaphore=s5, value=2
  memset sbuf.u8[0+1, 0](1:1), value=2
  semaphore_add semaphore=s5, value=2
  halt

.sync
  semaphore_wait semaphore=s5, value=3
  semaphore_subtract semaphore=s5, value=4
  dma_store hbm.u8[8192](1:1), sbuf.u8[0+1, 0](1:1), queue=0
  halt
