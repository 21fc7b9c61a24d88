; Values outside of the range of hardware's functions are warnings of --check.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz --counters %t.json 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=JSON --input-file %t.json
; RUN: glia-run %t.glia --outputs %t.npz --counters %t.json 2>&1 | count 0
; RUN: FileCheck %s --check-prefix=NONE --input-file %t.json
; CHECK: warning: `log` of 2 values outside of the hardware's range 5.42101e-20 to 1.84467e+19, the first 0 (scalar pc 2, node 9 Log `l`)
; CHECK-NOT: warning
; JSON: "warnings": [
; JSON-NEXT: "`log` of 2 values outside of the hardware's range 5.42101e-20 to 1.84467e+19, the first 0 (scalar pc 2, node 9 Log `l`)"
; JSON-NEXT: ]
; NONE: "warnings": [],

.constant "w" at 0
  .f32 0 1 1e30 2
.output "y" f32 [4] at 4096
.node "9" "Log" "l"
.scalar
  .at 0
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate sbuf.f32[0+1, 64](4:1), sbuf.f32[0+1, 0](4:1), #1, #0, function=log
  semaphore_add semaphore=s8, value=1
  halt
.sync
  dma_load sbuf.f32[0+1, 0](4:1), hbm.f32[0](4:4), queue=0, signalMask=4
  semaphore_wait semaphore=s8, value=1
  semaphore_subtract semaphore=s8, value=1
  dma_store hbm.f32[4096](4:4), sbuf.f32[0+1, 64](4:1), queue=0
  halt
