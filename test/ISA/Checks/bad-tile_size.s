; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: tile_size,

.hbm 1048576
.target trn1
.tensor
  load_stationary sbuf.bf16[0+32, 0](32:1), rowSize=32, columnSize=32
  halt
