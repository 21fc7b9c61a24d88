; address_alu: 64-bit steps with a value, a register of either sign, and an address register.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([2**32 - 1, 2**32 + 0xfffffffe, 2**32 - 2, 5 * 2**32, 5 - 2**32, 15, 1, 5, -6, 0])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i64 [10] at 8192
.sync
  address_move destination=a1, value=0x100000000
  address_move destination=a2, value=5
  address_move destination=a3, value=0xfffffffffffffff9
  register_move destination=r1, value=0xfffffffe
  address_alu destination=a4, op=add, left=a1, value=-1
  address_store sbuf.i64[0+1, 0](1:1), value=a4
  address_alu destination=a4, op=add, left=a1, right=r1
  address_store sbuf.i64[0+1, 8](1:1), value=a4
  address_alu destination=a4, op=add, left=a1, right=r1, signExtend=true
  address_store sbuf.i64[0+1, 16](1:1), value=a4
  address_alu destination=a4, op=multiply, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 24](1:1), value=a4
  address_alu destination=a4, op=subtract, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 32](1:1), value=a4
  address_alu destination=a4, op=shift_right, left=a3, value=60
  address_store sbuf.i64[0+1, 40](1:1), value=a4
  address_alu destination=a4, op=less, left=a3, rightAddress=a2
  address_store sbuf.i64[0+1, 48](1:1), value=a4
  address_alu destination=a4, op=max, left=a3, rightAddress=a2
  address_store sbuf.i64[0+1, 56](1:1), value=a4
  address_alu destination=a4, op=bitwise_not, left=a2
  address_store sbuf.i64[0+1, 64](1:1), value=a4
  address_alu destination=a4, op=divide, left=a3, value=10
  address_store sbuf.i64[0+1, 72](1:1), value=a4
  dma_store hbm.i64[8192](10:8), sbuf.i64[0+1, 0](10:1), queue=0
  halt
