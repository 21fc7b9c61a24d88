; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mx_elements,

.hbm 1048576
.target trn3
.vector
  quantize_mx sbuf.f8e4m3[0+32, 0](4:1), sbuf.u8[0+32, 64](1:1), sbuf.bf16[0+32, 128](4:1)
  halt
