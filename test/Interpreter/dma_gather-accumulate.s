; dma_gather: adds rows to what is there.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([3, 4, 1.5, 2, 3, 4])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.5, 1, 2, 3
.constant "i" at 4096
  .i64 1, 0, 1
.output "y" f32 [3, 2] at 8192
.sync
  dma_load sbuf.i64[0+3, 64](1:1), hbm.i64[4096](3:8), queue=0
  dma_load sbuf.f32[0+3, 0](2:1), hbm.f32[4](6:0), queue=0
  dma_gather sbuf.f32[0+3, 0](2:1), sbuf.i64[0+3, 64](1:1), hbm.f32[0](2:8, 2:4), queue=0, accumulate=true
  dma_store hbm.f32[8192](6:4), sbuf.f32[0+3, 0](2:1), queue=0
  halt
