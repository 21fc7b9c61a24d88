; memset: the bit pattern in every element, nothing beside.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([171, 1, 171, 1, 171] * 2)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [2, 5] at 8192

.sync
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u8[8192](2:5, 5:1), sbuf.u8[0+2, 128](5:1), queue=0
  halt

.vector
  memset sbuf.u8[0+2, 128](5:1), value=1
  memset sbuf.u8[0+2, 128](3:2), value=171
  semaphore_add semaphore=s16, value=1
  halt
