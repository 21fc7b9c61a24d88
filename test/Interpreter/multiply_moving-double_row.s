; multiply_moving-double_row: two rows a partition, in the chain one after the other: 2^30 + 1/4 - 2^30 + 1/4 is 1/4.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([0.25])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .u8 0x78, 0x38, 0x78, 0x38
.constant "b" at 4096
  .u8 0x78, 0x38, 0xf8, 0x38
.output "y" f32 [1] at 8192

.sync
  dma_load sbuf.u8[0+2, 0](2:1), hbm.u8[0](2:2, 2:1), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.u8[0+2, 64](2:1), hbm.u8[4096](2:2, 2:1), queue=0, signalBase=s0, signalMask=1
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.f32[8192](1:4), sbuf.f32[0+1, 128](1:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s0, value=32
  semaphore_subtract semaphore=s0, value=32
  load_stationary sbuf.f8e5m2[0+2, 0](2:1, 1:1), doubleRow=true
  multiply_moving psum.f32[0+1, 0](1:1), sbuf.f8e5m2[0+2, 64](2:1, 1:1), doubleRow=true, stationaryType=f8e5m2
  semaphore_add semaphore=s16, value=1
  halt

.vector
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.f32[0+1, 128](1:1), psum.f32[0+1, 0](1:1)
  semaphore_add semaphore=s17, value=1
  halt
