; all_reduce: one rounding at the end, stochastic to bf16 by the bits of the logical element, so the same on every rank.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --rounding-seed 5 --repeat 2 --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.array([stochastic_bf16([1.001953125, -257.015625], index=[40, 43], seed=5, stream=9, step=1, ordinal=1).view(u32) >> 16] * 2).astype(np.uint16)"
; RUN: glia-run %t.glia --rounding-seed 5 --repeat 2 --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0
.groups (1, 0)
; 1 and -256 here, 2^-9 and -1.015625 there.
.constant "x" at 0 on 0
  .bytes 803f80c3
.constant "x" at 0 on 1
  .bytes 003b82bf
.output "y" bf16 [2, 2] at 8192 part [1, 2] on 0 (0, 0) on 1 (1, 0)

.sync
  register_move destination=r3, value=2
  address_move destination=a1, value=30
  all_reduce hbm.bf16[8192](2:2), hbm.bf16[0](2:2), queue=1, group=0, signalBase=s0, signalMask=16, stochastic=(stream 7 + r3, index 10 + a1, strides 3 0 0 0 0, ordinal 1)
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  halt
