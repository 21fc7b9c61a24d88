; dma_transpose_load: (1,0), (2,1,0) and (3,1,2,0) from HBM.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "np.arange(24, dtype=f32).reshape(4, 6).T.copy()"
; RUN: %python %S/Inputs/expect.py %t.npz y "np.arange(24, dtype=f32).reshape(2, 3, 4).transpose(2, 1, 0).copy()"
; RUN: %python %S/Inputs/expect.py %t.npz z "np.arange(24, dtype=f32).view(i32).reshape(3, 2, 2, 2).transpose(3, 1, 2, 0).copy()"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
.output "x" f32 [24] at 8192
.output "y" f32 [24] at 12288
.output "z" i32 [24] at 16384
.sync
  dma_transpose_load sbuf.f32[1+6, 0](4:1), hbm.f32[0](4:24, 6:4), queue=0
  dma_store hbm.f32[8192](24:4), sbuf.f32[1+6, 0](4:1), queue=0
  dma_transpose_load sbuf.f32[0+4, 0](3:2, 2:1), hbm.f32[0](2:48, 3:16, 4:4), queue=0
  dma_store hbm.f32[12288](24:4), sbuf.f32[0+4, 0](6:1), queue=0
  dma_transpose_load sbuf.i32[0+2, 64](2:6, 2:3, 3:1), hbm.i32[0](3:32, 2:16, 2:8, 2:4), queue=0
  dma_store hbm.i32[16384](24:4), sbuf.i32[0+2, 64](12:1), queue=0
  halt
