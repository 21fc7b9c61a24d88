; B24: a seed gives the same bits whatever the threads and SIMD level of the host.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --rounding-seed 7 --outputs %t.1.npz
; RUN: glia-run %t.glia --rounding-seed 7 --threads 2 --simd scalar --outputs %t.2.npz
; RUN: glia-run %t.glia --rounding-seed 8 --outputs %t.3.npz
; RUN: cmp %t.1.npz %t.2.npz && not cmp %t.1.npz %t.3.npz

.output "y" u16 [256] at 4096
.vector
  memset sbuf.f32[0+1, 0](256:1), value=0x3f801234
  copy sbuf.bf16[0+1, 2048](256:1), sbuf.f32[0+1, 0](256:1), stochastic=(stream 3, index 0x0, strides 0 1 0 0 0, ordinal 0)
  semaphore_add semaphore=s8, value=1
  halt
.sync
  semaphore_wait semaphore=s8, value=1
  semaphore_subtract semaphore=s8, value=1
  dma_store hbm.u16[4096](256:2), sbuf.u16[0+1, 2048](256:1), queue=0
  halt
