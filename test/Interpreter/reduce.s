; reduce: partial i mod 16, then the tree 8-4-2-1; with 20 elements, 4 partials have two.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda p: (p.__setitem__(slice(0, 4), p[:4] + x[16:]), [p.__setitem__(slice(0, h), p[:h] + p[h:2 * h]) for h in (8, 4, 2, 1)], -p[:1])[2])(x[:16].copy()) if [x := f32([0.0, 0.713, 1.426, 0.139, 0.852, 1.565, 0.278, 0.991, 1.704, 0.417, 1.13, 1.843, 0.556, 1.269, 1.982, 0.695, 1.408, 2.121, 0.834, 1.547])] else 0"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.0, 0.713, 1.426, 0.139, 0.852, 1.565, 0.278, 0.991, 1.704, 0.417, 1.13, 1.843, 0.556, 1.269, 1.982, 0.695, 1.408, 2.121, 0.834, 1.547
.output "y" f32 [1] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](20:1), hbm.f32[0](20:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:4), sbuf.f32[0+1, 128](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  reduce sbuf.f32[0+1, 128](1:1), sbuf.f32[0+1, 0](4:5, 5:1), op=add, axes=2, negate=true
  semaphore_add semaphore=s16, value=1
  halt
