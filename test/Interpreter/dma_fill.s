; dma_fill: a pattern of every width, through strides.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 7, 7, 7, 7, 0xb2, 0xa1, 7, 7, 7, 7, 7, 7, 0xb2, 0xa1, 7, 7])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [24] at 8192
.sync
  dma_fill hbm.u8[8192](24:1), value=7, queue=0
  dma_fill hbm.u16[8212](3:-8), value=0xa1b2, queue=0
  dma_fill hbm.i64[8192](1:8), value=0x1122334455667788, queue=0
  halt
