; address_alu: every operator on integers, with operands of both signs.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i64([integer(op, a, b, 64) for op in 'bypass add subtract multiply divide max min abs equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not abs_max abs_min square relu power bitwise_and bitwise_or bitwise_xor bitwise_not shift_left shift_right shift_right_arithmetic'.split() for a, b in [(-7, 5), (5, -7)]])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i64 [60] at 8192
.sync
  address_move destination=a1, value=0xfffffffffffffff9
  address_move destination=a2, value=0x5
  address_alu destination=a5, op=bypass, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 0](1:1), value=a5
  address_alu destination=a5, op=bypass, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 8](1:1), value=a5
  address_alu destination=a5, op=add, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 16](1:1), value=a5
  address_alu destination=a5, op=add, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 24](1:1), value=a5
  address_alu destination=a5, op=subtract, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 32](1:1), value=a5
  address_alu destination=a5, op=subtract, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 40](1:1), value=a5
  address_alu destination=a5, op=multiply, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 48](1:1), value=a5
  address_alu destination=a5, op=multiply, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 56](1:1), value=a5
  address_alu destination=a5, op=divide, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 64](1:1), value=a5
  address_alu destination=a5, op=divide, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 72](1:1), value=a5
  address_alu destination=a5, op=max, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 80](1:1), value=a5
  address_alu destination=a5, op=max, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 88](1:1), value=a5
  address_alu destination=a5, op=min, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 96](1:1), value=a5
  address_alu destination=a5, op=min, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 104](1:1), value=a5
  address_alu destination=a5, op=abs, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 112](1:1), value=a5
  address_alu destination=a5, op=abs, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 120](1:1), value=a5
  address_alu destination=a5, op=equal, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 128](1:1), value=a5
  address_alu destination=a5, op=equal, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 136](1:1), value=a5
  address_alu destination=a5, op=not_equal, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 144](1:1), value=a5
  address_alu destination=a5, op=not_equal, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 152](1:1), value=a5
  address_alu destination=a5, op=less, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 160](1:1), value=a5
  address_alu destination=a5, op=less, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 168](1:1), value=a5
  address_alu destination=a5, op=less_equal, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 176](1:1), value=a5
  address_alu destination=a5, op=less_equal, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 184](1:1), value=a5
  address_alu destination=a5, op=greater, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 192](1:1), value=a5
  address_alu destination=a5, op=greater, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 200](1:1), value=a5
  address_alu destination=a5, op=greater_equal, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 208](1:1), value=a5
  address_alu destination=a5, op=greater_equal, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 216](1:1), value=a5
  address_alu destination=a5, op=logical_and, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 224](1:1), value=a5
  address_alu destination=a5, op=logical_and, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 232](1:1), value=a5
  address_alu destination=a5, op=logical_or, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 240](1:1), value=a5
  address_alu destination=a5, op=logical_or, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 248](1:1), value=a5
  address_alu destination=a5, op=logical_xor, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 256](1:1), value=a5
  address_alu destination=a5, op=logical_xor, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 264](1:1), value=a5
  address_alu destination=a5, op=logical_not, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 272](1:1), value=a5
  address_alu destination=a5, op=logical_not, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 280](1:1), value=a5
  address_alu destination=a5, op=abs_max, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 288](1:1), value=a5
  address_alu destination=a5, op=abs_max, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 296](1:1), value=a5
  address_alu destination=a5, op=abs_min, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 304](1:1), value=a5
  address_alu destination=a5, op=abs_min, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 312](1:1), value=a5
  address_alu destination=a5, op=square, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 320](1:1), value=a5
  address_alu destination=a5, op=square, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 328](1:1), value=a5
  address_alu destination=a5, op=relu, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 336](1:1), value=a5
  address_alu destination=a5, op=relu, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 344](1:1), value=a5
  address_alu destination=a5, op=power, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 352](1:1), value=a5
  address_alu destination=a5, op=power, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 360](1:1), value=a5
  address_alu destination=a5, op=bitwise_and, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 368](1:1), value=a5
  address_alu destination=a5, op=bitwise_and, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 376](1:1), value=a5
  address_alu destination=a5, op=bitwise_or, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 384](1:1), value=a5
  address_alu destination=a5, op=bitwise_or, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 392](1:1), value=a5
  address_alu destination=a5, op=bitwise_xor, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 400](1:1), value=a5
  address_alu destination=a5, op=bitwise_xor, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 408](1:1), value=a5
  address_alu destination=a5, op=bitwise_not, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 416](1:1), value=a5
  address_alu destination=a5, op=bitwise_not, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 424](1:1), value=a5
  address_alu destination=a5, op=shift_left, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 432](1:1), value=a5
  address_alu destination=a5, op=shift_left, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 440](1:1), value=a5
  address_alu destination=a5, op=shift_right, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 448](1:1), value=a5
  address_alu destination=a5, op=shift_right, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 456](1:1), value=a5
  address_alu destination=a5, op=shift_right_arithmetic, left=a1, rightAddress=a2
  address_store sbuf.i64[0+1, 464](1:1), value=a5
  address_alu destination=a5, op=shift_right_arithmetic, left=a2, rightAddress=a1
  address_store sbuf.i64[0+1, 472](1:1), value=a5
  dma_store hbm.i64[8192](60:8), sbuf.i64[0+1, 0](60:1), queue=0
  halt
