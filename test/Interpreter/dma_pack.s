; dma_pack: the low nibble first; floats round and saturate, integers wrap; an odd count ends with 0.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "u8([0x82, 0x07, 0x05, 0x02])"
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([0xf3, 0x87, 0x86, 0x04])"
; RUN: %python %S/Inputs/expect.py %t.npz z "u8([0xf1, 0x81])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1.5, -9, 100, nan, 5, -0.2, 2.5
.constant "b" at 4096
  .i32 1, -1, 17, 8
.output "x" u8 [4] at 8192
.output "y" u8 [4] at 12288
.output "z" u8 [2] at 16384
.sync
  dma_load sbuf.f32[0+7, 0](1:1), hbm.f32[0](7:4), queue=0
  dma_load sbuf.i32[0+4, 64](1:1), hbm.i32[4096](4:4), queue=0
  dma_pack hbm.u8[8192](4:1), sbuf.f32[0+7, 0](1:1), queue=0
  dma_pack hbm.u8[12288](4:1), sbuf.f32[0+7, 0](1:1), queue=0, nibble=f4e2m1
  dma_pack hbm.u8[16384](2:1), sbuf.i32[0+4, 64](1:1), queue=0, nibble=u4
  halt
