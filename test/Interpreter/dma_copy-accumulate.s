; dma_copy: as if the source were read first, where both overlap.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([1, 3, 5, 7, 9, -2**63 + 4])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 1, 2, 3, 4, 5, 9223372036854775807
.output "y" i64 [6] at 8192
.sync
  dma_copy hbm.i64[8192](6:8), hbm.i64[0](6:8), queue=0
  dma_copy hbm.i64[8200](5:8), hbm.i64[8192](5:8), queue=0, accumulate=true
  halt
