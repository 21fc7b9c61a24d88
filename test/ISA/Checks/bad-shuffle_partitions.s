; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: shuffle_partitions,

.hbm 1048576
.vector
  shuffle32 sbuf.f32[0+33, 0](4:1), sbuf.f32[0+33, 0](4:1), lanes=(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
  halt
