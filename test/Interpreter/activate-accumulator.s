; activate-accumulator: row sums of the fp32 results over two instructions, read by accumulator_read.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([60, 348])"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .f32 1, 2, 3, 4, 5, 6, 7, 8
.output "y" f32 [2, 1] at 8192

.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](2:16, 4:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](2:4, 1:4), sbuf.f32[0+2, 128](1:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate sbuf.bf16[0+2, 64](4:1), sbuf.f32[0+2, 0](4:1), #1, #0, function=square, accumulator=reset_reduce
  activate sbuf.bf16[0+2, 64](4:1), sbuf.f32[0+2, 0](4:1), #1, #0, function=square, accumulator=reduce
  accumulator_read sbuf.f32[0+2, 128](1:1)
  semaphore_add semaphore=s16, value=1
  halt
