; dma_scatter: rows for one index add up, ascending; a row out of range is skipped; casts.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([0, 0, 256, 3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.hbm 65536
.constant "a" at 0
  .f32 256, 1, 1, 1, 1, 1, 9, 9
.constant "i" at 4096
  .i64 1, 1, 1, 2
.output "y" f32 [2, 2] at 8192
.sync
  dma_fill hbm.bf16[16384](4:2), value=0, queue=0
  dma_load sbuf.i64[0+4, 64](1:1), hbm.i64[4096](4:8), queue=0
  dma_load sbuf.f32[0+4, 0](2:1), hbm.f32[0](8:4), queue=0
  dma_scatter hbm.bf16[16384](2:4, 2:2), sbuf.i64[0+4, 64](1:1), sbuf.f32[0+4, 0](2:1), queue=0, accumulate=true, skip=true
  dma_copy hbm.f32[8192](4:4), hbm.bf16[16384](4:2), queue=0
  halt
