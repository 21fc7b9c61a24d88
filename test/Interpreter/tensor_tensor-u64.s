; tensor_tensor: unsigned integers of 64 bits on GpSimd are exact and wrap.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz o0 "(lambda a, b: (a + b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o1 "(lambda a, b: (a - b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o2 "(lambda a, b: (a * b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o3 "(lambda a, b: (np.where(b == 0, a.dtype.type(2**64 - 1), a // np.maximum(b, 1))).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o4 "(lambda a, b: (np.maximum(a, b)).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o5 "(lambda a, b: (np.minimum(a, b)).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o6 "(lambda a, b: (a).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o7 "(lambda a, b: (a < b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o8 "(lambda a, b: (a >= b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o9 "(lambda a, b: (a != b).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o10 "(lambda a, b: (np.maximum(a, b)).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o11 "(lambda a, b: (np.minimum(a, b)).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o12 "(lambda a, b: (a).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o13 "(lambda a, b: (a * a).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: %python %S/Inputs/expect.py %t.npz o14 "(lambda a, b: (np.power(a, b)).astype(a.dtype))(np.array([18446744073709551615, 9007199254740993, 5, 9223372036854775808], np.uint64), np.array([1, 9007199254740992, 0, 9223372036854775807], np.uint64)).view(i64)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.constant "a" at 0
  .i64 -1, 9007199254740993, 5, -9223372036854775808
.constant "b" at 4096
  .i64 1, 9007199254740992, 0, 9223372036854775807
.output "o0" i64 [4] at 8192
.output "o1" i64 [4] at 12288
.output "o2" i64 [4] at 16384
.output "o3" i64 [4] at 20480
.output "o4" i64 [4] at 24576
.output "o5" i64 [4] at 28672
.output "o6" i64 [4] at 32768
.output "o7" i64 [4] at 36864
.output "o8" i64 [4] at 40960
.output "o9" i64 [4] at 45056
.output "o10" i64 [4] at 49152
.output "o11" i64 [4] at 53248
.output "o12" i64 [4] at 57344
.output "o13" i64 [4] at 61440
.output "o14" i64 [4] at 65536
.sync
  dma_load sbuf.u64[0+1, 0](4:1), hbm.u64[0](4:8), queue=0, signalBase=s0, signalMask=8
  dma_load sbuf.u64[0+1, 64](4:1), hbm.u64[4096](4:8), queue=0, signalBase=s0, signalMask=8
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.u64[8192](4:8), sbuf.u64[0+1, 128](4:1), queue=0
  dma_store hbm.u64[12288](4:8), sbuf.u64[0+1, 160](4:1), queue=0
  dma_store hbm.u64[16384](4:8), sbuf.u64[0+1, 192](4:1), queue=0
  dma_store hbm.u64[20480](4:8), sbuf.u64[0+1, 224](4:1), queue=0
  dma_store hbm.u64[24576](4:8), sbuf.u64[0+1, 256](4:1), queue=0
  dma_store hbm.u64[28672](4:8), sbuf.u64[0+1, 288](4:1), queue=0
  dma_store hbm.u64[32768](4:8), sbuf.u64[0+1, 320](4:1), queue=0
  dma_store hbm.u64[36864](4:8), sbuf.u64[0+1, 352](4:1), queue=0
  dma_store hbm.u64[40960](4:8), sbuf.u64[0+1, 384](4:1), queue=0
  dma_store hbm.u64[45056](4:8), sbuf.u64[0+1, 416](4:1), queue=0
  dma_store hbm.u64[49152](4:8), sbuf.u64[0+1, 448](4:1), queue=0
  dma_store hbm.u64[53248](4:8), sbuf.u64[0+1, 480](4:1), queue=0
  dma_store hbm.u64[57344](4:8), sbuf.u64[0+1, 512](4:1), queue=0
  dma_store hbm.u64[61440](4:8), sbuf.u64[0+1, 544](4:1), queue=0
  dma_store hbm.u64[65536](4:8), sbuf.u64[0+1, 576](4:1), queue=0
  halt

.gpsimd
  semaphore_wait semaphore=s3, value=32
  semaphore_subtract semaphore=s3, value=32
  tensor_tensor sbuf.u64[0+1, 128](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=add
  tensor_tensor sbuf.u64[0+1, 160](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=subtract
  tensor_tensor sbuf.u64[0+1, 192](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=multiply
  tensor_tensor sbuf.u64[0+1, 224](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=divide
  tensor_tensor sbuf.u64[0+1, 256](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=max
  tensor_tensor sbuf.u64[0+1, 288](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=min
  tensor_tensor sbuf.u64[0+1, 320](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=abs
  tensor_tensor sbuf.u64[0+1, 352](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=less
  tensor_tensor sbuf.u64[0+1, 384](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=greater_equal
  tensor_tensor sbuf.u64[0+1, 416](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=not_equal
  tensor_tensor sbuf.u64[0+1, 448](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=abs_max
  tensor_tensor sbuf.u64[0+1, 480](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=abs_min
  tensor_tensor sbuf.u64[0+1, 512](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=relu
  tensor_tensor sbuf.u64[0+1, 544](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=square
  tensor_tensor sbuf.u64[0+1, 576](4:1), sbuf.u64[0+1, 0](4:1), sbuf.u64[0+1, 64](4:1), op=power
  semaphore_add semaphore=s16, value=1
  halt
