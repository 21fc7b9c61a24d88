; dma_move: an element that is met twice takes both; fp16 rounds after every step.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([1024, 1024, 1.5, 1.5])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1023.5, 1023, 0.75, 0.5, 0.5, 1
.output "y" f32 [4] at 8192
.sync
  dma_load sbuf.f32[0+6, 0](1:1), hbm.f32[0](6:4), queue=0
  dma_load sbuf.f16[0+1, 64](4:1), hbm.f32[12](4:0), queue=0
  dma_move sbuf.f16[0+1, 64](3:1, 2:1), sbuf.f32[0+6, 0](1:1), queue=0, accumulate=true
  dma_store hbm.f32[8192](4:4), sbuf.f16[0+1, 64](4:1), queue=0
  halt
