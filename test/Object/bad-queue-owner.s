; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1212: queue 3 belongs to the stream of vector

.vector
  dma_move sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), queue=3
  halt
.sync
  dma_move sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), queue=3
  halt
