; branch: where data decides, --timing-only follows the hints, the maximum of a loop and the immediate of a semaphore, and says how often.
; A run with data goes the way of the data, in its modelled time, too.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz --counters %t.values.json
; RUN: %python %S/Inputs/expect.py %t.npz y "i32([3])"
; RUN: glia-run %t.glia --timing-only --counters %t.time.json
; RUN: FileCheck %s --check-prefix=VALUES < %t.values.json
; RUN: FileCheck %s --check-prefix=TIME < %t.time.json
; VALUES: "instructions": 17
; VALUES: "assumed_decisions": 0
; The branch is met six times (taken five), the loop begins once, the wait is met once.
; TIME: "instructions": 31
; TIME: "assumed_decisions": 8

.constant "a" at 0
  .i32 3, 0
.output "y" i32 [1] at 8192
.sync
  dma_load sbuf.i32[0+1, 64](2:1), hbm.i32[0](2:4), queue=0, signalBase=s0, signalMask=16
  semaphore_wait semaphore=s4, value=16
  semaphore_subtract semaphore=s4, value=16
  register_load sbuf.i32[0+1, 64](1:1), destination=r1
  register_load sbuf.i32[0+1, 68](1:1), destination=r2
  register_move destination=r3, value=0
again:
  register_add destination=r3, left=r3, value=1
  branch condition=less, left=r3, right=r1, hint=5, target=again
loop:
  loop_begin count=4, countRegister=r2, end=loop_end
  register_add destination=r4, left=r4, value=1
loop_end:
  loop_end begin=loop
  semaphore_wait semaphore=s20, value=0, valueRegister=r2
  register_store sbuf.i32[0+1, 0](1:1), value=r3
  dma_store hbm.i32[8192](1:4), sbuf.i32[0+1, 0](1:1), queue=0
  halt
