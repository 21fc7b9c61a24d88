; range_select: every comparison on both sides.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda a, i: canonical([np.where(alu(op, i, f32(4)) != 0, a, np.finfo(f32).min) for op in 'equal less less_equal greater greater_equal'.split()] + [np.where(alu(op, i, f32(5)) != 0, a, np.finfo(f32).min) for op in 'equal less less_equal greater greater_equal'.split()]))(f32([3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0]), np.arange(1, 9).astype(f32))"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 3.25, -2.5, 0.0, -0.0, 0.75, 1.5, 1e-40, -7.0
.output "y" f32 [80] at 8192

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](80:4), sbuf.f32[0+1, 1024](80:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  range_select sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #4, #12, comparison0=equal, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #4, #12, comparison0=less, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #4, #12, comparison0=less_equal, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #4, #12, comparison0=greater, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #4, #12, comparison0=greater_equal, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #0, #5, comparison0=greater, comparison1=equal, start=1
  range_select sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #0, #5, comparison0=greater, comparison1=less, start=1
  range_select sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #0, #5, comparison0=greater, comparison1=less_equal, start=1
  range_select sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #0, #5, comparison0=greater, comparison1=greater, start=1
  range_select sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #0, #5, comparison0=greater, comparison1=greater_equal, start=1
  semaphore_add semaphore=s16, value=1
  halt
