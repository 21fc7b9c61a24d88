; address_store: the lower bits of an address register.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "u8([0xef, 0xcd, 0xab, 0x90, 0x78, 0x56, 0x34, 0x12, 0xef, 0xcd, 0xab, 0x90, 1])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" u8 [13] at 8192
.sync
  address_move destination=a1, value=0x1234567890abcdef
  address_store sbuf.u64[3+1, 0](1:1), value=a1
  address_store sbuf.i32[3+1, 8](1:1), value=a1
  address_store sbuf.bool[3+1, 12](1:1), value=a1
  dma_store hbm.u8[8192](13:1), sbuf.u8[3+1, 0](13:1), queue=0
  halt
