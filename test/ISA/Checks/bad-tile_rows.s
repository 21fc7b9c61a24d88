; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: tile_rows,

.hbm 1048576
.tensor
  load_stationary sbuf.bf16[0+32, 0](32:1), rowPosition=64, rowSize=64
  halt
