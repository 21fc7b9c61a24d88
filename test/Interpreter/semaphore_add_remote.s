; semaphore_add_remote: each core tells the next one, by register or by number, and takes what it was told.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([1, 2, 3])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.cores 0 0 1
.constant "x" at 0 on 0
  .i32 1
.constant "x" at 0 on 1
  .i32 2
.constant "x" at 0 on 2
  .i32 3
.output "y" i32 [3] at 8192 part [1] on 0 (0) on 1 (1) on 2 (2)
.entry "main" program=0
.entry "main" program=1

.program
.vector
  register_add destination=r1, left=r47, value=1
  semaphore_add_remote semaphore=s7, value=2, coreRegister=r1
  halt
.sync
  semaphore_wait semaphore=s7, value=2
  semaphore_subtract semaphore=s7, value=2
  dma_copy hbm.i32[8192](1:4), hbm.i32[0](1:4), queue=0
  halt
.program
.sync
  semaphore_add_remote semaphore=s7, value=2
  semaphore_wait semaphore=s7, value=2
  semaphore_subtract semaphore=s7, value=2
  dma_copy hbm.i32[8192](1:4), hbm.i32[0](1:4), queue=0
  halt
