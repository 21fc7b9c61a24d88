; address_from_registers: two registers make an address, one its lower half.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([3 * 2**32 + 0xfffffffe, 0xfffffffe])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i64 [2] at 8192
.sync
  register_move destination=r1, value=0xfffffffe
  register_move destination=r2, value=3
  address_from_registers destination=a1, low=r1, high=r2
  address_from_registers destination=a2, low=r1
  address_store sbuf.i64[0+1, 0](1:1), value=a1
  address_store sbuf.i64[0+1, 8](1:1), value=a2
  dma_store hbm.i64[8192](2:8), sbuf.i64[0+1, 0](2:1), queue=0
  halt
