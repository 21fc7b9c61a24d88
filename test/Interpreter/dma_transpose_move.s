; dma_transpose_move: of two-byte elements on chip, in place.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.arange(12, dtype=np.uint16).reshape(3, 4).T.copy().view(u8)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .bytes 00000100020003000400050006000700080009000a000b00
.output "y" u8 [24] at 8192
.sync
  dma_load sbuf.u16[0+3, 0](4:1), hbm.u16[0](12:2), queue=0
  dma_transpose_move sbuf.u16[0+4, 0](3:1), sbuf.u16[0+3, 0](4:1), queue=0
  dma_store hbm.u16[8192](12:2), sbuf.u16[0+4, 0](3:1), queue=0
  halt
