; States go on from call to call and from run to run, in ONNX names and shapes, and Python's own package reads and writes the files.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --repeat 3 --outputs %t.npz --save-state %t.safetensors
; RUN: %python %S/Inputs/expect.py %t.npz y "f32([[103, 203, 0, 0], [104, 204, 0, 0]])"
; RUN: %python %S/Inputs/states.py check %t.safetensors "s=f32:2x2:103,104,203,204" "glia.step=i64::3"
; RUN: glia-run %t.glia --load-state %t.safetensors --save-state %t.safetensors --outputs %t.npz
; RUN: %python %S/Inputs/states.py check %t.safetensors "s=f32:2x2:104,105,204,205" "glia.step=i64::4"
; RUN: %python %S/Inputs/states.py write %t.own.safetensors "s=f32:2x2:1,2,3,4"
; RUN: glia-run %t.glia --load-state %t.own.safetensors --save-state %t.next.safetensors --outputs %t.npz
; RUN: %python %S/Inputs/states.py check %t.next.safetensors "s=f32:2x2:2,3,4,5" "glia.step=i64::1"

; Wrong files change nothing: neither the old file nor an output is there afterwards.
; RUN: rm -f %t.npz && cp %t.next.safetensors %t.kept.safetensors
; RUN: %python %S/Inputs/states.py write %t.name.safetensors "t=f32:2x2:1,2,3,4"
; RUN: not glia-run %t.glia --load-state %t.name.safetensors --save-state %t.kept.safetensors --outputs %t.npz 2>&1 | FileCheck %s --check-prefix=NAME
; NAME: GLIA-E1807: the program has no state of that name (state: t
; RUN: %python %S/Inputs/states.py write %t.none.safetensors "glia.step=i64::1"
; RUN: not glia-run %t.glia --load-state %t.none.safetensors 2>&1 | FileCheck %s --check-prefix=NONE
; NONE: GLIA-E1807: the file has no tensor of the state's name (state: s
; RUN: %python %S/Inputs/states.py write %t.shape.safetensors "s=f32:4:1,2,3,4"
; RUN: not glia-run %t.glia --load-state %t.shape.safetensors 2>&1 | FileCheck %s --check-prefix=SHAPE
; SHAPE: GLIA-E1807: expects F32 [2, 2], got F32 [4]
; RUN: %python %S/Inputs/states.py write %t.type.safetensors "s=f16:2x2:1,2,3,4"
; RUN: not glia-run %t.glia --load-state %t.type.safetensors 2>&1 | FileCheck %s --check-prefix=TYPE
; TYPE: GLIA-E1807: expects F32 [2, 2], got F16 [2, 2]
; RUN: %python %S/Inputs/states.py write %t.step.safetensors "s=f32:2x2:1,2,3,4" "glia.step=i64::-1"
; RUN: not glia-run %t.glia --load-state %t.step.safetensors 2>&1 | FileCheck %s --check-prefix=STEP
; STEP: GLIA-E1807: expects a step counter of 0 to 2^32 - 1
; RUN: head -c 40 %t.next.safetensors > %t.cut.safetensors
; RUN: not glia-run %t.glia --load-state %t.cut.safetensors 2>&1 | FileCheck %s --check-prefix=CUT
; CUT: GLIA-E0801:
; RUN: not glia-run %t.glia --timing-only --save-state %t.kept.safetensors 2>&1 | FileCheck %s --check-prefix=TIMING
; TIMING: GLIA-E1800: `--timing-only` computes no states
; RUN: not glia-run %t.glia --save-state %t.glia 2>&1 | FileCheck %s --check-prefix=FILES
; FILES: GLIA-E1805
; RUN: not glia-run %t.glia --save-state %t.kept.safetensors --counters /nonexistent/c.json 2>&1 | FileCheck %s --check-prefix=FOLDER
; FOLDER: GLIA-E5801
; RUN: not ls %t.npz && cmp %t.next.safetensors %t.kept.safetensors

; In HBM the state is permuted and padded: rows 100 200 0 0 and 101 201 0 0.
.state "s" f32 [2, 2] at 0 permute (1, 0) pad (2, 4)
.constant "s" at 0 initial
  .f32 100, 200, 0, 0, 101, 201, 0, 0
.output "y" f32 [2, 4] at 8192

.sync
  dma_load sbuf.f32[0+2, 0](4:1), hbm.f32[0](2:16, 4:4), queue=0, signalBase=s0, signalMask=2
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[0](2:16, 4:4), sbuf.f32[0+2, 0](4:1), queue=0
  dma_store hbm.f32[8192](2:16, 4:4), sbuf.f32[0+2, 0](4:1), queue=0
  halt

.vector
  semaphore_wait semaphore=s1, value=16
  semaphore_subtract semaphore=s1, value=16
  tensor_scalar sbuf.f32[0+2, 0](2:1), sbuf.f32[0+2, 0](2:1), #1, #0, op0=add
  semaphore_add semaphore=s16, value=1
  halt
