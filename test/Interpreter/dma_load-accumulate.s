; dma_load: adds in fp32, rounded once at the store; integers exactly.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([2, 1, 1.0078125, 0, 1, np.inf])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i32([-2, -10])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 0.00390625, 0.01, -1, 1e-40, inf
.constant "b" at 4096
  .i32 2147483647, -5
.output "y" f32 [6] at 8192
.output "z" i32 [2] at 12288
.sync
  dma_load sbuf.bf16[0+1, 0](6:1), hbm.f32[0](6:0), queue=0
  dma_load sbuf.bf16[0+1, 0](6:1), hbm.f32[0](6:4), queue=0, accumulate=true
  dma_load sbuf.i32[0+1, 64](2:1), hbm.i32[4096](2:4), queue=0
  dma_load sbuf.i32[0+1, 64](2:1), hbm.i32[4096](2:4), queue=0, accumulate=true
  dma_store hbm.f32[8192](6:4), sbuf.bf16[0+1, 0](6:1), queue=0
  dma_store hbm.i32[12288](2:4), sbuf.i32[0+1, 64](2:1), queue=0
  halt
