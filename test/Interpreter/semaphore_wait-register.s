; semaphore_wait: values of semaphores from registers, on all four instructions.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([9])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" i32 [1] at 8192
.vector
  register_move destination=r1, value=40
  memset sbuf.i32[0+1, 0](1:1), value=9
  semaphore_add semaphore=s16, value=2, valueRegister=r1
  halt
.sync
  register_move destination=r2, value=41
  register_move destination=r3, value=0xffffffff
  semaphore_write semaphore=s17, value=4, valueRegister=r3
  semaphore_wait semaphore=s17, value=3
  semaphore_subtract semaphore=s17, value=4, valueRegister=r3
  semaphore_wait semaphore=s16, value=1, valueRegister=r2
  semaphore_subtract semaphore=s16, value=1, valueRegister=r2
  dma_store hbm.i32[8192](1:4), sbuf.i32[0+1, 0](1:1), queue=0
  halt
