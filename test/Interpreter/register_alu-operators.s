; register_alu: every operator on integers, with operands of both signs.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([integer(op, a, b, 32) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power bitwise_and bitwise_or bitwise_xor bitwise_not shift_left shift_right shift_right_arithmetic'.split() for a, b in [(-7, 5), (5, -7)]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [60] at 8192
.sync
  register_move destination=r1, value=0xfffffff9
  register_move destination=r2, value=0x5
  register_alu destination=r5, op=bypass, left=r1, right=r2
  register_store sbuf.i32[0+1, 0](1:1), value=r5
  register_alu destination=r5, op=bypass, left=r2, right=r1
  register_store sbuf.i32[0+1, 4](1:1), value=r5
  register_alu destination=r5, op=add, left=r1, right=r2
  register_store sbuf.i32[0+1, 8](1:1), value=r5
  register_alu destination=r5, op=add, left=r2, right=r1
  register_store sbuf.i32[0+1, 12](1:1), value=r5
  register_alu destination=r5, op=subtract, left=r1, right=r2
  register_store sbuf.i32[0+1, 16](1:1), value=r5
  register_alu destination=r5, op=subtract, left=r2, right=r1
  register_store sbuf.i32[0+1, 20](1:1), value=r5
  register_alu destination=r5, op=multiply, left=r1, right=r2
  register_store sbuf.i32[0+1, 24](1:1), value=r5
  register_alu destination=r5, op=multiply, left=r2, right=r1
  register_store sbuf.i32[0+1, 28](1:1), value=r5
  register_alu destination=r5, op=divide, left=r1, right=r2
  register_store sbuf.i32[0+1, 32](1:1), value=r5
  register_alu destination=r5, op=divide, left=r2, right=r1
  register_store sbuf.i32[0+1, 36](1:1), value=r5
  register_alu destination=r5, op=max, left=r1, right=r2
  register_store sbuf.i32[0+1, 40](1:1), value=r5
  register_alu destination=r5, op=max, left=r2, right=r1
  register_store sbuf.i32[0+1, 44](1:1), value=r5
  register_alu destination=r5, op=min, left=r1, right=r2
  register_store sbuf.i32[0+1, 48](1:1), value=r5
  register_alu destination=r5, op=min, left=r2, right=r1
  register_store sbuf.i32[0+1, 52](1:1), value=r5
  register_alu destination=r5, op=abs, left=r1, right=r2
  register_store sbuf.i32[0+1, 56](1:1), value=r5
  register_alu destination=r5, op=abs, left=r2, right=r1
  register_store sbuf.i32[0+1, 60](1:1), value=r5
  register_alu destination=r5, op=equal, left=r1, right=r2
  register_store sbuf.i32[0+1, 64](1:1), value=r5
  register_alu destination=r5, op=equal, left=r2, right=r1
  register_store sbuf.i32[0+1, 68](1:1), value=r5
  register_alu destination=r5, op=not_equal, left=r1, right=r2
  register_store sbuf.i32[0+1, 72](1:1), value=r5
  register_alu destination=r5, op=not_equal, left=r2, right=r1
  register_store sbuf.i32[0+1, 76](1:1), value=r5
  register_alu destination=r5, op=less, left=r1, right=r2
  register_store sbuf.i32[0+1, 80](1:1), value=r5
  register_alu destination=r5, op=less, left=r2, right=r1
  register_store sbuf.i32[0+1, 84](1:1), value=r5
  register_alu destination=r5, op=less_equal, left=r1, right=r2
  register_store sbuf.i32[0+1, 88](1:1), value=r5
  register_alu destination=r5, op=less_equal, left=r2, right=r1
  register_store sbuf.i32[0+1, 92](1:1), value=r5
  register_alu destination=r5, op=greater, left=r1, right=r2
  register_store sbuf.i32[0+1, 96](1:1), value=r5
  register_alu destination=r5, op=greater, left=r2, right=r1
  register_store sbuf.i32[0+1, 100](1:1), value=r5
  register_alu destination=r5, op=greater_equal, left=r1, right=r2
  register_store sbuf.i32[0+1, 104](1:1), value=r5
  register_alu destination=r5, op=greater_equal, left=r2, right=r1
  register_store sbuf.i32[0+1, 108](1:1), value=r5
  register_alu destination=r5, op=logical_and, left=r1, right=r2
  register_store sbuf.i32[0+1, 112](1:1), value=r5
  register_alu destination=r5, op=logical_and, left=r2, right=r1
  register_store sbuf.i32[0+1, 116](1:1), value=r5
  register_alu destination=r5, op=logical_or, left=r1, right=r2
  register_store sbuf.i32[0+1, 120](1:1), value=r5
  register_alu destination=r5, op=logical_or, left=r2, right=r1
  register_store sbuf.i32[0+1, 124](1:1), value=r5
  register_alu destination=r5, op=logical_xor, left=r1, right=r2
  register_store sbuf.i32[0+1, 128](1:1), value=r5
  register_alu destination=r5, op=logical_xor, left=r2, right=r1
  register_store sbuf.i32[0+1, 132](1:1), value=r5
  register_alu destination=r5, op=logical_not, left=r1, right=r2
  register_store sbuf.i32[0+1, 136](1:1), value=r5
  register_alu destination=r5, op=logical_not, left=r2, right=r1
  register_store sbuf.i32[0+1, 140](1:1), value=r5
  register_alu destination=r5, op=abs_max, left=r1, right=r2
  register_store sbuf.i32[0+1, 144](1:1), value=r5
  register_alu destination=r5, op=abs_max, left=r2, right=r1
  register_store sbuf.i32[0+1, 148](1:1), value=r5
  register_alu destination=r5, op=abs_min, left=r1, right=r2
  register_store sbuf.i32[0+1, 152](1:1), value=r5
  register_alu destination=r5, op=abs_min, left=r2, right=r1
  register_store sbuf.i32[0+1, 156](1:1), value=r5
  register_alu destination=r5, op=square, left=r1, right=r2
  register_store sbuf.i32[0+1, 160](1:1), value=r5
  register_alu destination=r5, op=square, left=r2, right=r1
  register_store sbuf.i32[0+1, 164](1:1), value=r5
  register_alu destination=r5, op=relu, left=r1, right=r2
  register_store sbuf.i32[0+1, 168](1:1), value=r5
  register_alu destination=r5, op=relu, left=r2, right=r1
  register_store sbuf.i32[0+1, 172](1:1), value=r5
  register_alu destination=r5, op=power, left=r1, right=r2
  register_store sbuf.i32[0+1, 176](1:1), value=r5
  register_alu destination=r5, op=power, left=r2, right=r1
  register_store sbuf.i32[0+1, 180](1:1), value=r5
  register_alu destination=r5, op=bitwise_and, left=r1, right=r2
  register_store sbuf.i32[0+1, 184](1:1), value=r5
  register_alu destination=r5, op=bitwise_and, left=r2, right=r1
  register_store sbuf.i32[0+1, 188](1:1), value=r5
  register_alu destination=r5, op=bitwise_or, left=r1, right=r2
  register_store sbuf.i32[0+1, 192](1:1), value=r5
  register_alu destination=r5, op=bitwise_or, left=r2, right=r1
  register_store sbuf.i32[0+1, 196](1:1), value=r5
  register_alu destination=r5, op=bitwise_xor, left=r1, right=r2
  register_store sbuf.i32[0+1, 200](1:1), value=r5
  register_alu destination=r5, op=bitwise_xor, left=r2, right=r1
  register_store sbuf.i32[0+1, 204](1:1), value=r5
  register_alu destination=r5, op=bitwise_not, left=r1, right=r2
  register_store sbuf.i32[0+1, 208](1:1), value=r5
  register_alu destination=r5, op=bitwise_not, left=r2, right=r1
  register_store sbuf.i32[0+1, 212](1:1), value=r5
  register_alu destination=r5, op=shift_left, left=r1, right=r2
  register_store sbuf.i32[0+1, 216](1:1), value=r5
  register_alu destination=r5, op=shift_left, left=r2, right=r1
  register_store sbuf.i32[0+1, 220](1:1), value=r5
  register_alu destination=r5, op=shift_right, left=r1, right=r2
  register_store sbuf.i32[0+1, 224](1:1), value=r5
  register_alu destination=r5, op=shift_right, left=r2, right=r1
  register_store sbuf.i32[0+1, 228](1:1), value=r5
  register_alu destination=r5, op=shift_right_arithmetic, left=r1, right=r2
  register_store sbuf.i32[0+1, 232](1:1), value=r5
  register_alu destination=r5, op=shift_right_arithmetic, left=r2, right=r1
  register_store sbuf.i32[0+1, 236](1:1), value=r5
  dma_store hbm.i32[8192](60:4), sbuf.i32[0+1, 0](60:1), queue=0
  halt
