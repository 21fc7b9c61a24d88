; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mx_scale,

.hbm 1048576
.target trn3
.vector
  quantize_mx sbuf.f8e5m2[0+64, 0](4:1), sbuf.u8[0+4, 64](1:1), sbuf.bf16[0+64, 128](4:1)
  halt
