; register_load: signed integers extend their sign, all else zeros; any partition.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0xffffff80, 0x80, 0xffffff80, 0x8000, 1, 0xf0, 0xbf800000]).view(i32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .bytes 80ff0080f0000000000080bf
.output "y" i32 [7] at 8192
.sync
  dma_load sbuf.u8[5+1, 64](12:1), hbm.u8[0](12:1), queue=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  register_load sbuf.i8[5+1, 64](1:1), destination=r0
  register_load sbuf.u8[5+1, 64](1:1), destination=r1
  register_load sbuf.i16[5+1, 64](1:1), destination=r2
  register_load sbuf.bf16[5+1, 66](1:1), destination=r3
  register_load sbuf.bool[5+1, 65](1:1), destination=r4
  register_load sbuf.i32[5+1, 68](1:1), destination=r5
  register_load sbuf.f32[5+1, 72](1:1), destination=r6
  register_store sbuf.i32[0+1, 0](1:1), value=r0
  register_store sbuf.i32[0+1, 4](1:1), value=r1
  register_store sbuf.i32[0+1, 8](1:1), value=r2
  register_store sbuf.i32[0+1, 12](1:1), value=r3
  register_store sbuf.i32[0+1, 16](1:1), value=r4
  register_store sbuf.i32[0+1, 20](1:1), value=r5
  register_store sbuf.i32[0+1, 24](1:1), value=r6
  dma_store hbm.i32[8192](7:4), sbuf.i32[0+1, 0](7:1), queue=0
  halt
