; A race names both sides: stream, place, instruction and node.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --check --outputs %t.npz 2>&1 | FileCheck %s
; RUN: not ls %t.npz
; CHECK: error: GLIA-E3410: `source` reads bytes that DMA queue 2 (sync pc 0) writes, and nothing orders the two
; CHECK-SAME: (other_instruction: dma_load {{.*}}, other_node: 3 Gather `table`, engine: vector, pc: 1, instruction: copy {{.*}}, node: 4 Relu `act`)

.constant "w" at 0
  .f32 1
.output "y" f32 [1] at 4096
.node "3" "Gather" "table"
.node "4" "Relu" "act"
.vector
  .at 1
  semaphore_wait semaphore=s0, value=1
  copy sbuf.f32[0+1, 64](1:1), sbuf.f32[0+1, 0](1:1)
  halt
.sync
  .at 0
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=2
  semaphore_add semaphore=s0, value=1
  halt
