; branch: every condition, for -1, 0 and 1 against 0, which is a value or in a register.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.repeat(i32([[1, 1, 1], [0, 1, 0], [1, 0, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]]), 2)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [42] at 8192
.sync
  register_move destination=r2, value=0
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch target=taken0
  register_move destination=r3, value=0
taken0:
  register_store sbuf.i32[0+1, 0](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch target=taken1
  register_move destination=r3, value=0
taken1:
  register_store sbuf.i32[0+1, 4](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch target=taken2
  register_move destination=r3, value=0
taken2:
  register_store sbuf.i32[0+1, 8](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch target=taken3
  register_move destination=r3, value=0
taken3:
  register_store sbuf.i32[0+1, 12](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch target=taken4
  register_move destination=r3, value=0
taken4:
  register_store sbuf.i32[0+1, 16](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch target=taken5
  register_move destination=r3, value=0
taken5:
  register_store sbuf.i32[0+1, 20](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=equal, left=r1, target=taken6
  register_move destination=r3, value=0
taken6:
  register_store sbuf.i32[0+1, 24](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=equal, left=r1, right=r2, target=taken7
  register_move destination=r3, value=0
taken7:
  register_store sbuf.i32[0+1, 28](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=equal, left=r1, target=taken8
  register_move destination=r3, value=0
taken8:
  register_store sbuf.i32[0+1, 32](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=equal, left=r1, right=r2, target=taken9
  register_move destination=r3, value=0
taken9:
  register_store sbuf.i32[0+1, 36](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=equal, left=r1, target=taken10
  register_move destination=r3, value=0
taken10:
  register_store sbuf.i32[0+1, 40](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=equal, left=r1, right=r2, target=taken11
  register_move destination=r3, value=0
taken11:
  register_store sbuf.i32[0+1, 44](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, target=taken12
  register_move destination=r3, value=0
taken12:
  register_store sbuf.i32[0+1, 48](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, right=r2, target=taken13
  register_move destination=r3, value=0
taken13:
  register_store sbuf.i32[0+1, 52](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, target=taken14
  register_move destination=r3, value=0
taken14:
  register_store sbuf.i32[0+1, 56](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, right=r2, target=taken15
  register_move destination=r3, value=0
taken15:
  register_store sbuf.i32[0+1, 60](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, target=taken16
  register_move destination=r3, value=0
taken16:
  register_store sbuf.i32[0+1, 64](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=not_equal, left=r1, right=r2, target=taken17
  register_move destination=r3, value=0
taken17:
  register_store sbuf.i32[0+1, 68](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=less, left=r1, target=taken18
  register_move destination=r3, value=0
taken18:
  register_store sbuf.i32[0+1, 72](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=less, left=r1, right=r2, target=taken19
  register_move destination=r3, value=0
taken19:
  register_store sbuf.i32[0+1, 76](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=less, left=r1, target=taken20
  register_move destination=r3, value=0
taken20:
  register_store sbuf.i32[0+1, 80](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=less, left=r1, right=r2, target=taken21
  register_move destination=r3, value=0
taken21:
  register_store sbuf.i32[0+1, 84](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=less, left=r1, target=taken22
  register_move destination=r3, value=0
taken22:
  register_store sbuf.i32[0+1, 88](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=less, left=r1, right=r2, target=taken23
  register_move destination=r3, value=0
taken23:
  register_store sbuf.i32[0+1, 92](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, target=taken24
  register_move destination=r3, value=0
taken24:
  register_store sbuf.i32[0+1, 96](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, right=r2, target=taken25
  register_move destination=r3, value=0
taken25:
  register_store sbuf.i32[0+1, 100](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, target=taken26
  register_move destination=r3, value=0
taken26:
  register_store sbuf.i32[0+1, 104](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, right=r2, target=taken27
  register_move destination=r3, value=0
taken27:
  register_store sbuf.i32[0+1, 108](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, target=taken28
  register_move destination=r3, value=0
taken28:
  register_store sbuf.i32[0+1, 112](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=less_equal, left=r1, right=r2, target=taken29
  register_move destination=r3, value=0
taken29:
  register_store sbuf.i32[0+1, 116](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=greater, left=r1, target=taken30
  register_move destination=r3, value=0
taken30:
  register_store sbuf.i32[0+1, 120](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=greater, left=r1, right=r2, target=taken31
  register_move destination=r3, value=0
taken31:
  register_store sbuf.i32[0+1, 124](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=greater, left=r1, target=taken32
  register_move destination=r3, value=0
taken32:
  register_store sbuf.i32[0+1, 128](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=greater, left=r1, right=r2, target=taken33
  register_move destination=r3, value=0
taken33:
  register_store sbuf.i32[0+1, 132](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=greater, left=r1, target=taken34
  register_move destination=r3, value=0
taken34:
  register_store sbuf.i32[0+1, 136](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=greater, left=r1, right=r2, target=taken35
  register_move destination=r3, value=0
taken35:
  register_store sbuf.i32[0+1, 140](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, target=taken36
  register_move destination=r3, value=0
taken36:
  register_store sbuf.i32[0+1, 144](1:1), value=r3
  register_move destination=r1, value=4294967295
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, right=r2, target=taken37
  register_move destination=r3, value=0
taken37:
  register_store sbuf.i32[0+1, 148](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, target=taken38
  register_move destination=r3, value=0
taken38:
  register_store sbuf.i32[0+1, 152](1:1), value=r3
  register_move destination=r1, value=0
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, right=r2, target=taken39
  register_move destination=r3, value=0
taken39:
  register_store sbuf.i32[0+1, 156](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, target=taken40
  register_move destination=r3, value=0
taken40:
  register_store sbuf.i32[0+1, 160](1:1), value=r3
  register_move destination=r1, value=1
  register_move destination=r3, value=1
  branch condition=greater_equal, left=r1, right=r2, target=taken41
  register_move destination=r3, value=0
taken41:
  register_store sbuf.i32[0+1, 164](1:1), value=r3
  dma_store hbm.i32[8192](42:4), sbuf.i32[0+1, 0](42:1), queue=0
  halt
