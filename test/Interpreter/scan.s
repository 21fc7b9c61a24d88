; scan: state = a * state + b in fp32, whatever the destination holds.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "(lambda r, s: [s.__setitem__(0, x * s[0] + y) or r.append(s[0]) for x, y in zip(f32([0.9, 0.1, 0.5, -0.7]), f32([0.3, 2, -0.1, 3]))] and f32(r))([], [f32(1.5)])"
; RUN: %python %S/Inputs/expect.py %t.npz h "(lambda r, s: [s.__setitem__(0, x * s[0] + y) or r.append(s[0]) for x, y in zip(f32([0.9, 0.1, 0.5, -0.7]), f32([0.3, 2, -0.1, 3]))] and (lambda u: (u + 0x7fff + (u >> 16 & 1) >> 16).astype(np.uint16))(f32(r).view(u32)))([], [f32(1.5)])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 0.9, 0.1, 0.5, -0.7
.constant "b" at 4096
  .f32 0.3, 2, -0.1, 3
.output "y" f32 [4] at 8192
.output "h" bf16 [4] at 12288

.sync
  dma_load sbuf.f32[0+1, 0](4:1), hbm.f32[0](1:16, 4:4), queue=0, signalBase=s0, signalMask=2
  dma_load sbuf.f32[0+1, 64](4:1), hbm.f32[4096](1:16, 4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](1:16, 4:4), sbuf.f32[0+1, 128](4:1), queue=0
  dma_store hbm.bf16[12288](1:8, 4:2), sbuf.bf16[0+1, 192](4:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=32
  semaphore_subtract semaphore=s1, value=32
  scan sbuf.f32[0+1, 128](4:1), sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 64](4:1), #1.5, op0=multiply, op1=add
  scan sbuf.bf16[0+1, 192](4:1), sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 64](4:1), #1.5, op0=multiply, op1=add
  semaphore_add semaphore=s16, value=1
  halt
