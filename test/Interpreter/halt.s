; halt: ends its stream only; what stands behind it does not run.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([5])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [1] at 8192

.vector
  memset sbuf.u8[0+1, 0](1:1), value=5
  semaphore_add semaphore=s5, value=1
  halt
  memset sbuf.u8[0+1, 0](1:1), value=6
  halt

.gpsimd
  halt

.sync
  semaphore_wait semaphore=s5, value=1
  semaphore_subtract semaphore=s5, value=1
  dma_store hbm.u8[8192](1:1), sbuf.u8[0+1, 0](1:1), queue=0
  halt
