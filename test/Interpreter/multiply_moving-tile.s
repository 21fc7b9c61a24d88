; multiply_moving-tile: two tiles of the array hold a matrix each; rows are the SBUF partitions, columns the PSUM partitions of the same number.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([10, 14, 15, 21])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 2
.constant "b" at 4096
  .f32 3
.constant "c" at 12288
  .f32 5, 7
.output "y" f32 [4] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.f32[32+1, 0](1:1), hbm.f32[4096](1:4), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.f32[0+1, 64](2:1), hbm.f32[12288](2:4), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.f32[32+1, 64](2:1), hbm.f32[12288](2:4), queue=0, signalBase=s0, signalMask=1
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.f32[8192](4:4), sbuf.f32[0+1, 128](4:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s0, value=64
  semaphore_subtract semaphore=s0, value=64
  load_stationary sbuf.f32[0+1, 0](1:1), rowSize=32, columnSize=32
  load_stationary sbuf.f32[32+1, 0](1:1), rowPosition=32, rowSize=32, columnPosition=32, columnSize=32
  multiply_moving psum.f32[0+1, 0](2:1), sbuf.f32[0+1, 64](2:1), rowSize=32, columnSize=32
  multiply_moving psum.f32[32+1, 0](2:1), sbuf.f32[32+1, 64](2:1), rowPosition=32, rowSize=32, columnPosition=32, columnSize=32
  semaphore_add semaphore=s16, value=1
  halt

.vector
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.f32[0+1, 128](2:1), psum.f32[0+1, 0](2:1)
  copy sbuf.f32[0+1, 136](2:1), psum.f32[32+1, 0](2:1)
  semaphore_add semaphore=s17, value=1
  halt
