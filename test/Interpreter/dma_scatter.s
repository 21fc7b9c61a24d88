; dma_scatter: rows by index; of two rows for one index the later stays; wrap.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([4, 5, 7, 7, 6, 7, 2, 3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 1, 2, 3, 4, 5, 6, 7
.constant "i" at 4096
  .i32 2, -1, 0, 2
.output "y" f32 [4, 2] at 8192
.sync
  dma_fill hbm.f32[8192](8:4), value=0x40e00000, queue=0
  dma_load sbuf.i32[3+4, 64](1:1), hbm.i32[4096](4:4), queue=0
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](8:4), queue=0
  dma_scatter hbm.f32[8192](4:8, 2:4), sbuf.i32[3+4, 64](1:1), sbuf.f32[0+4, 0](2:1), queue=0, wrap=true
  halt
