; load_stationary_mx: row 4 p + j of the matrix is element 4 m + j of partition p, times its scale; 255 makes NaN.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x41d00000, 0x7fc00000])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.target trn3
.constant "a" at 0
  .u8 0x38, 0x40, 0x44, 0x30, 0x48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
.constant "scales" at 4096
  .u8 129, 255, 127, 127, 127, 127, 127, 127
.constant "b" at 12288
  .u8 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38, 0x38
.constant "unit" at 16384
  .u8 127, 127, 127, 127
.output "y" u32 [2] at 8192

.sync
  dma_load sbuf.u8[0+32, 0](8:1), hbm.u8[0](32:8, 8:1), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.u8[0+4, 64](2:1), hbm.u8[4096](4:2, 2:1), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.u8[0+32, 32](4:1), hbm.u8[12288](32:4, 4:1), queue=0, signalBase=s0, signalMask=1
  dma_load sbuf.u8[0+4, 128](1:1), hbm.u8[16384](4:1, 1:1), queue=0, signalBase=s0, signalMask=1
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.u32[8192](2:4), sbuf.u32[0+2, 192](1:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s0, value=64
  semaphore_subtract semaphore=s0, value=64
  load_stationary_mx sbuf.f8e4m3fn[0+32, 0](8:1), sbuf.u8[0+4, 64](2:1)
  multiply_moving_mx psum.f32[0+2, 0](1:1), sbuf.f8e4m3fn[0+32, 32](4:1), sbuf.u8[0+4, 128](1:1)
  semaphore_add semaphore=s16, value=1
  halt

.vector
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.f32[0+2, 192](1:1), psum.f32[0+2, 0](1:1)
  semaphore_add semaphore=s17, value=1
  halt
