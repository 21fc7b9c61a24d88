; address_load: integers of every width, extended to 64 bits.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([-2, 2**32 + 128, 2**32 - 2, -128])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 -2, 0x100000080
.output "y" i64 [4] at 8192
.sync
  dma_load sbuf.i64[9+1, 64](2:1), hbm.i64[0](2:8), queue=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  address_load sbuf.i64[9+1, 64](1:1), destination=a0
  address_load sbuf.u64[9+1, 72](1:1), destination=a1
  address_load sbuf.u32[9+1, 64](1:1), destination=a2
  address_load sbuf.i8[9+1, 72](1:1), destination=a3
  address_store sbuf.i64[0+1, 0](1:1), value=a0
  address_store sbuf.i64[0+1, 8](1:1), value=a1
  address_store sbuf.i64[0+1, 16](1:1), value=a2
  address_store sbuf.i64[0+1, 24](1:1), value=a3
  dma_store hbm.i64[8192](4:8), sbuf.i64[0+1, 0](4:1), queue=0
  halt
