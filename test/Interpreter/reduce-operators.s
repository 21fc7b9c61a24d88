; reduce: every operator in fp32 on rows of 20, some negated.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda x: f32([each for row in [[(tree(np.add, r)) for r in x], [-(r.max()) for r in x], [(r.min()) for r in x], [(tree(np.multiply, r)) for r in x], [-(r[0] - tree(np.add, r[1:])) for r in x], [(abs(r).max()) for r in x], [(abs(r).min()) for r in x], [-(f32((r != 0).all())) for r in x], [(f32((r != 0).any())) for r in x], [(f32((r != 0).sum() % 2)) for r in x]] for each in row]))(f32([-0.95, -0.25, 0.45, 1.15, -0.45, 0.25, 0.95, -0.65, 0.05, 0.75, -0.85, -0.15, 0.55, 1.25, -0.35, 0.35, 1.05, -0.55, 0.15, 0.85, -0.75, -0.05, 0.65, -0.95, -0.25, 0.45, 1.15, -0.45, 0.25, 0.95, -0.65, 0.05, 0.75, -0.85, -0.15, 0.55, 1.25, -0.35, 0.35, 1.05]).reshape(2, 20))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 -0.95, -0.25, 0.45, 1.15, -0.45, 0.25, 0.95, -0.65, 0.05, 0.75, -0.85, -0.15, 0.55, 1.25, -0.35, 0.35, 1.05, -0.55, 0.15, 0.85, -0.75, -0.05, 0.65, -0.95, -0.25, 0.45, 1.15, -0.45, 0.25, 0.95, -0.65, 0.05, 0.75, -0.85, -0.15, 0.55, 1.25, -0.35, 0.35, 1.05
.output "y" f32 [20] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](40:1), hbm.f32[0](40:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](20:4), sbuf.f32[0+1, 1024](20:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  reduce sbuf.f32[0+1, 1024](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=add
  reduce sbuf.f32[0+1, 1032](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=max, negate=true
  reduce sbuf.f32[0+1, 1040](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=min
  reduce sbuf.f32[0+1, 1048](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=multiply
  reduce sbuf.f32[0+1, 1056](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=subtract, negate=true
  reduce sbuf.f32[0+1, 1064](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=abs_max
  reduce sbuf.f32[0+1, 1072](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=abs_min
  reduce sbuf.f32[0+1, 1080](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=logical_and, negate=true
  reduce sbuf.f32[0+1, 1088](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=logical_or
  reduce sbuf.f32[0+1, 1096](2:1), sbuf.f32[0+1, 0](2:20, 20:1), op=logical_xor
  semaphore_add semaphore=s16, value=1
  halt
