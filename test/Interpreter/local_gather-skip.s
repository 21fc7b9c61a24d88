; local_gather: wrapped indices, and one without room for its run, which is skipped.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.array([[10 * p, 10 * p + 1, 7, 7, 10 * p + 2, 10 * p + 3, 10 * p + 2, 10 * p + 3] for p in range(16)], dtype=i32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42, 43, 50, 51, 52, 53, 60, 61, 62, 63, 70, 71, 72, 73, 80, 81, 82, 83, 90, 91, 92, 93, 100, 101, 102, 103, 110, 111, 112, 113, 120, 121, 122, 123, 130, 131, 132, 133, 140, 141, 142, 143, 150, 151, 152, 153
.constant "i" at 4096
  .i32 -4, 3, 2, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
.output "y" i32 [16, 8] at 8192
.sync
  dma_load sbuf.i32[0+16, 0](4:1), hbm.i32[0](64:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.i32[0+16, 64](1:1), hbm.i32[4096](16:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.i32[8192](128:4), sbuf.i32[0+16, 128](8:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  memset sbuf.i32[0+16, 128](8:1), value=7
  local_gather sbuf.i32[0+16, 128](8:1), sbuf.i32[0+16, 0](4:1), sbuf.i32[0+16, 64](1:1), run=2, wrap=true, skip=true
  semaphore_add semaphore=s16, value=1
  halt
