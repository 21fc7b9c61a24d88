; dma_unpack: the low nibble first; an odd count leaves the last; signed, unsigned, float.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "i32([1, 2, 0, -1, -6, -8, 3, 7])"
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1, 2, 0, 15, 10, 8, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz z "f32([0.5, 1, 0, -6, -1, -0.0, 1.5, 6])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .bytes 21f08a73
.output "x" i32 [8] at 8192
.output "y" f32 [7] at 12288
.output "z" f32 [8] at 16384
.sync
  dma_unpack sbuf.i8[0+2, 0](4:1), hbm.u8[0](4:1), queue=0
  dma_store hbm.i32[8192](8:4), sbuf.i8[0+2, 0](4:1), queue=0
  dma_unpack sbuf.f32[0+7, 0](1:1), hbm.u8[0](4:1), queue=0, nibble=u4
  dma_store hbm.f32[12288](7:4), sbuf.f32[0+7, 0](1:1), queue=0
  dma_unpack sbuf.bf16[0+8, 0](1:1), hbm.u8[0](4:1), queue=0, nibble=f4e2m1
  dma_store hbm.f32[16384](8:4), sbuf.bf16[0+8, 0](1:1), queue=0
  halt
