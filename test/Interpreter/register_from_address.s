; register_from_address: either half of an address.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u32([0x90abcdef, 0x12345678]).view(i32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [2] at 8192
.sync
  address_move destination=a1, value=0x1234567890abcdef
  register_from_address destination=r1, source=a1
  register_from_address destination=r2, source=a1, high=true
  register_store sbuf.i32[0+1, 0](1:1), value=r1
  register_store sbuf.i32[0+1, 4](1:1), value=r2
  dma_store hbm.i32[8192](2:4), sbuf.i32[0+1, 0](2:1), queue=0
  halt
