; Two entries for sizes of one dimension: y = x + 1, padded with 7. What is given in another size comes back in that size.
; RUN: glia-as %s -o %t.glia
; RUN: glia-objdump -d %t.glia > %t.s && glia-as %t.s -o %t.again.glia && cmp %t.glia %t.again.glia
; RUN: %python -c "import numpy as np; [np.savez('%t.%%d.npz' %% n, x=np.arange(2 * n, dtype=np.float32).reshape(2, n)) for n in (1, 2, 3, 4, 5)]"
; RUN: glia-run %t.glia --inputs %t.1.npz --outputs %t.y.npz --check && %python %S/../Interpreter/Inputs/expect.py %t.y.npz y "f32([[1], [2]])"
; RUN: glia-run %t.glia --inputs %t.2.npz --outputs %t.y.npz --check && %python %S/../Interpreter/Inputs/expect.py %t.y.npz y "f32([[1, 2], [3, 4]])"
; RUN: glia-run %t.glia --inputs %t.3.npz --outputs %t.y.npz --check && %python %S/../Interpreter/Inputs/expect.py %t.y.npz y "f32([[1, 2, 3], [4, 5, 6]])"
; RUN: glia-run %t.glia --inputs %t.4.npz --outputs %t.y.npz --check && %python %S/../Interpreter/Inputs/expect.py %t.y.npz y "f32([[1, 2, 3, 4], [5, 6, 7, 8]])"
; RUN: not glia-run %t.glia --inputs %t.5.npz 2>&1 | FileCheck %s --check-prefix=LARGE
; LARGE: GLIA-E1804: has 5 along dimension 1, the buckets have room for 1 to 4 (input: x

; B26: a table that contradicts bindings, entries or itself.
; RUN: sed 's/axis 0 1 (1/axis 0 2 (1/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=AXIS
; AXIS: GLIA-E1211: buckets: expects the axis of a binding, got 0 and 2
; RUN: sed 's/axis 1 1 (1, 2, 3, 4)/axis 1 1 (1, 2, 4)/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=COUNT
; COUNT: GLIA-E1211: buckets: expects 4 extents of each axis, got 3
; RUN: sed 's/axis 0 1 (1, 2, 3, 4)/axis 0 1 (1, 2, 2, 4)/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=FALLS
; FALLS: GLIA-E1211: buckets: expects extents of `x` that do not fall (an input's rise), got 2 behind 2
; RUN: sed 's/axis 1 1 (1, 2, 3, 4)/axis 1 1 (1, 2, 3, 5)/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=WHOLE
; WHOLE: GLIA-E1211: buckets: expects the largest extent of `y` to be the binding's 4, got 5
; RUN: sed 's/dim "n"=2/dim "n"=0/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=ENTRY
; ENTRY: GLIA-E1211: buckets: expects every entry to be of a size in the table, `small` is not
; RUN: sed 's/pad 0 10/pad 1 10/' %s > %t.bad.s && not glia-as %t.bad.s -o %t.bad.glia 2>&1 | FileCheck %s --check-prefix=PAD
; PAD: GLIA-E1211: buckets: expects to pad an input, got binding 1

.input "x" f32 [2, 4] at 0
.output "y" f32 [2, 4] at 4096
.hbm 8192
.buckets "n" least 1 axis 0 1 (1, 2, 3, 4) axis 1 1 (1, 2, 3, 4) pad 0 1088421888
.entry "large" program=0 dim "n"=4
.entry "small" program=1 dim "n"=2

.program
.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](2:16, 4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[4096](2:16, 4:4), sbuf.f32[0+2, 0](4:1), queue=0
  halt
.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar sbuf.f32[0+2, 0](4:1), sbuf.f32[0+2, 0](4:1), #1, #0, op0=add
  semaphore_add semaphore=s16, value=1
  halt
.program
.sync
  dma_load sbuf.f32[0+2, 0](2:1), hbm.f32[0](2:8, 2:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[4096](2:8, 2:4), sbuf.f32[0+2, 0](2:1), queue=0
  halt
.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar sbuf.f32[0+2, 0](2:1), sbuf.f32[0+2, 0](2:1), #1, #0, op0=add
  semaphore_add semaphore=s16, value=1
  halt
