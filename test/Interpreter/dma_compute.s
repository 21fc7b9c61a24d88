; dma_compute: terms ascending in fp32, one rounding at the end; with and without what was there; integers exactly.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz x "f32([258])"
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([2**24, 2**24])"
; RUN: %python %S/Inputs/expect.py %t.npz z "i64([-2**63, -1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.hbm 65536
.constant "a" at 0
  .f32 256, 1, 1, 16777216, 1, -16777216
.constant "b" at 4096
  .i64 9223372036854775807, 5, 1, -6
.output "x" f32 [1] at 8192
.output "y" f32 [2] at 12288
.output "z" i64 [2] at 16384
.sync
  dma_compute hbm.bf16[20480](1:2), hbm.f32[0](3:4, 1:4), queue=0
  dma_copy hbm.f32[8192](1:4), hbm.bf16[20480](1:2), queue=0
  dma_fill hbm.f32[12288](2:4), value=0x4b800000, queue=0
  dma_compute hbm.f32[12288](2:4), hbm.f32[12](3:4, 2:0), queue=0, accumulate=true
  dma_compute hbm.i64[16384](2:8), hbm.i64[4096](2:16, 2:8), queue=0
  halt
