; register_alu: every kind of operator, with a register and with a value; as int32 of C, where C says what they give.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([4, 10, -21, -2, -1, 7, -3, 3, 1, 1, 0, 0, 5, 15, 7 ^ -3, -8, -2**31, 0, 15, -2, -2**31, -2**31])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [22] at 8192
.sync
  register_move destination=r1, value=7
  register_move destination=r2, value=0xfffffffd
  register_move destination=r3, value=0x80000000
  register_move destination=r4, value=0x7fffffff
  register_alu destination=r5, op=add, left=r1, right=r2
  register_store sbuf.i32[0+1, 0](1:1), value=r5
  register_alu destination=r5, op=subtract, left=r1, right=r2
  register_store sbuf.i32[0+1, 4](1:1), value=r5
  register_alu destination=r5, op=multiply, left=r1, value=-3
  register_store sbuf.i32[0+1, 8](1:1), value=r5
  register_alu destination=r5, op=divide, left=r1, right=r2
  register_store sbuf.i32[0+1, 12](1:1), value=r5
  register_alu destination=r5, op=divide, left=r1, value=0
  register_store sbuf.i32[0+1, 16](1:1), value=r5
  register_alu destination=r5, op=max, left=r1, right=r2
  register_store sbuf.i32[0+1, 20](1:1), value=r5
  register_alu destination=r5, op=min, left=r1, right=r2
  register_store sbuf.i32[0+1, 24](1:1), value=r5
  register_alu destination=r5, op=abs, left=r2
  register_store sbuf.i32[0+1, 28](1:1), value=r5
  register_alu destination=r5, op=equal, left=r1, value=7
  register_store sbuf.i32[0+1, 32](1:1), value=r5
  register_alu destination=r5, op=less, left=r2, right=r1
  register_store sbuf.i32[0+1, 36](1:1), value=r5
  register_alu destination=r5, op=greater_equal, left=r2, right=r1
  register_store sbuf.i32[0+1, 40](1:1), value=r5
  register_alu destination=r5, op=logical_and, left=r1, value=0
  register_store sbuf.i32[0+1, 44](1:1), value=r5
  register_alu destination=r5, op=bitwise_and, left=r1, value=5
  register_store sbuf.i32[0+1, 48](1:1), value=r5
  register_alu destination=r5, op=bitwise_or, left=r1, value=8
  register_store sbuf.i32[0+1, 52](1:1), value=r5
  register_alu destination=r5, op=bitwise_xor, left=r1, right=r2
  register_store sbuf.i32[0+1, 56](1:1), value=r5
  register_alu destination=r5, op=bitwise_not, left=r1
  register_store sbuf.i32[0+1, 60](1:1), value=r5
  register_alu destination=r5, op=shift_left, left=r1, value=31
  register_store sbuf.i32[0+1, 64](1:1), value=r5
  register_alu destination=r5, op=shift_left, left=r1, value=32
  register_store sbuf.i32[0+1, 68](1:1), value=r5
  register_alu destination=r5, op=shift_right, left=r2, value=28
  register_store sbuf.i32[0+1, 72](1:1), value=r5
  register_alu destination=r5, op=shift_right_arithmetic, left=r2, value=1
  register_store sbuf.i32[0+1, 76](1:1), value=r5
  register_alu destination=r5, op=divide, left=r3, value=-1
  register_store sbuf.i32[0+1, 80](1:1), value=r5
  register_alu destination=r5, op=add, left=r4, value=1
  register_store sbuf.i32[0+1, 84](1:1), value=r5
  dma_store hbm.i32[8192](22:4), sbuf.i32[0+1, 0](22:1), queue=0
  halt
