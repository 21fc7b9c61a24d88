; register_store: the lower bits; bool says whether the register is not zero.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([0xb2, 1, 0xb2, 0xa1, 0xb2, 0xa1, 0x80, 0x3f, 0])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [9] at 8192
.sync
  register_move destination=r1, value=0x3f80a1b2
  register_store sbuf.u8[7+1, 0](1:1), value=r1
  register_store sbuf.bool[7+1, 1](1:1), value=r1
  register_store sbuf.bf16[7+1, 2](1:1), value=r1
  register_store sbuf.f32[7+1, 4](1:1), value=r1
  register_store sbuf.bool[7+1, 8](1:1), value=r0
  dma_store hbm.u8[8192](9:1), sbuf.u8[7+1, 0](9:1), queue=0
  halt
