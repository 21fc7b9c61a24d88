; A loop that never waits for its transfers ends when too many are outstanding.
; RUN: glia-as %s -o %t.glia
; RUN: not glia-run %t.glia --timing-only 2>&1 | FileCheck %s
; CHECK: error: GLIA-E4404: expects at most 4194304 transfers and signals to be outstanding

.sync
again:
  loop_begin count=4294967295, end=last
  dma_move sbuf.f32[0+128, 0](4096:1), sbuf.f32[0+128, 16384](4096:1), queue=0
last:
  loop_end begin=again
  halt
