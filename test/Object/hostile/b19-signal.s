; B19: a signal to a semaphore above 255: invalid.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; RUN: not ls %t.glia
; CHECK: error: GLIA-E1207:{{.*}}dma_signal

.sync
  dma_move sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 64](1:1), queue=0, signalBase=s254, signalMask=4
  halt
