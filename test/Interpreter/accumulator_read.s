; accumulator_read: converted once, negated if asked; the accumulator keeps its value.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([-0.1, 3])"
; RUN: %python %S/Inputs/expect.py %t.npz h "f32([0.1, -3]).view(u32).astype(np.uint64).__add__(0x7fff + ((f32([0.1, -3]).view(u32) >> 16) & 1)).__rshift__(16).astype(np.uint16)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.1, -3
.output "y" f32 [2, 1] at 8192
.output "h" bf16 [2, 1] at 12288

.sync
  dma_load sbuf.f32[0+2, 0](1:1), hbm.f32[0](2:4, 1:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](2:4, 1:4), sbuf.f32[0+2, 64](1:1), queue=0
  dma_store hbm.bf16[12288](2:2, 1:2), sbuf.bf16[0+2, 68](1:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  accumulator_write ptr.f32[0, 0], partitions=2
  accumulator_read sbuf.f32[0+2, 64](1:1), negate=true
  accumulator_read sbuf.bf16[0+2, 68](1:1)
  semaphore_add semaphore=s16, value=1
  halt
