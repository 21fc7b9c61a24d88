; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: tile_columns,

.hbm 1048576
.tensor
  multiply_moving psum.f32[0+32, 0](8:1), sbuf.bf16[0+32, 0](8:1), columnPosition=64, columnSize=64
  halt
