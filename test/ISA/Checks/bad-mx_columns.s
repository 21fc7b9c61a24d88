; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mx_columns,

.hbm 1048576
.target trn3
.tensor
  load_stationary_mx sbuf.f8e5m2[0+32, 0](12:1), sbuf.u8[0+32, 64](3:1)
  halt
