; tensor_tensor: unsigned integers of 32 bits on GpSimd are exact and wrap.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz o0 "(lambda a, b: (a + b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o1 "(lambda a, b: (a - b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o2 "(lambda a, b: (a * b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o3 "(lambda a, b: (np.where(b == 0, a.dtype.type(2**32 - 1), a // np.maximum(b, 1))).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o4 "(lambda a, b: (np.maximum(a, b)).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o5 "(lambda a, b: (np.minimum(a, b)).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o6 "(lambda a, b: (a).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o7 "(lambda a, b: (a < b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o8 "(lambda a, b: (a >= b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o9 "(lambda a, b: (a != b).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o10 "(lambda a, b: (np.maximum(a, b)).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o11 "(lambda a, b: (np.minimum(a, b)).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o12 "(lambda a, b: (a).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o13 "(lambda a, b: (a * a).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: %python %S/Inputs/expect.py %t.npz o14 "(lambda a, b: (np.power(a, b)).astype(a.dtype))(np.array([4294967295, 16777217, 5, 2147483648], np.uint32), np.array([1, 16777216, 0, 2147483647], np.uint32)).view(i32)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i32 -1, 16777217, 5, -2147483648
.constant "b" at 4096
  .i32 1, 16777216, 0, 2147483647
.output "o0" i32 [4] at 8192
.output "o1" i32 [4] at 12288
.output "o2" i32 [4] at 16384
.output "o3" i32 [4] at 20480
.output "o4" i32 [4] at 24576
.output "o5" i32 [4] at 28672
.output "o6" i32 [4] at 32768
.output "o7" i32 [4] at 36864
.output "o8" i32 [4] at 40960
.output "o9" i32 [4] at 45056
.output "o10" i32 [4] at 49152
.output "o11" i32 [4] at 53248
.output "o12" i32 [4] at 57344
.output "o13" i32 [4] at 61440
.output "o14" i32 [4] at 65536
.sync
  dma_load sbuf.u32[0+1, 0](4:1), hbm.u32[0](4:4), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.u32[0+1, 64](4:1), hbm.u32[4096](4:4), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u32[8192](4:4), sbuf.u32[0+1, 128](4:1), queue=0
  dma_store hbm.u32[12288](4:4), sbuf.u32[0+1, 144](4:1), queue=0
  dma_store hbm.u32[16384](4:4), sbuf.u32[0+1, 160](4:1), queue=0
  dma_store hbm.u32[20480](4:4), sbuf.u32[0+1, 176](4:1), queue=0
  dma_store hbm.u32[24576](4:4), sbuf.u32[0+1, 192](4:1), queue=0
  dma_store hbm.u32[28672](4:4), sbuf.u32[0+1, 208](4:1), queue=0
  dma_store hbm.u32[32768](4:4), sbuf.u32[0+1, 224](4:1), queue=0
  dma_store hbm.u32[36864](4:4), sbuf.u32[0+1, 240](4:1), queue=0
  dma_store hbm.u32[40960](4:4), sbuf.u32[0+1, 256](4:1), queue=0
  dma_store hbm.u32[45056](4:4), sbuf.u32[0+1, 272](4:1), queue=0
  dma_store hbm.u32[49152](4:4), sbuf.u32[0+1, 288](4:1), queue=0
  dma_store hbm.u32[53248](4:4), sbuf.u32[0+1, 304](4:1), queue=0
  dma_store hbm.u32[57344](4:4), sbuf.u32[0+1, 320](4:1), queue=0
  dma_store hbm.u32[61440](4:4), sbuf.u32[0+1, 336](4:1), queue=0
  dma_store hbm.u32[65536](4:4), sbuf.u32[0+1, 352](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_tensor sbuf.u32[0+1, 128](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=add
  tensor_tensor sbuf.u32[0+1, 144](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=subtract
  tensor_tensor sbuf.u32[0+1, 160](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=multiply
  tensor_tensor sbuf.u32[0+1, 176](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=divide
  tensor_tensor sbuf.u32[0+1, 192](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=max
  tensor_tensor sbuf.u32[0+1, 208](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=min
  tensor_tensor sbuf.u32[0+1, 224](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=abs
  tensor_tensor sbuf.u32[0+1, 240](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=less
  tensor_tensor sbuf.u32[0+1, 256](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=greater_equal
  tensor_tensor sbuf.u32[0+1, 272](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=not_equal
  tensor_tensor sbuf.u32[0+1, 288](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=abs_max
  tensor_tensor sbuf.u32[0+1, 304](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=abs_min
  tensor_tensor sbuf.u32[0+1, 320](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=relu
  tensor_tensor sbuf.u32[0+1, 336](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=square
  tensor_tensor sbuf.u32[0+1, 352](4:1), sbuf.u32[0+1, 0](4:1), sbuf.u32[0+1, 64](4:1), op=power
  semaphore_add semaphore=s16, value=1
  halt
