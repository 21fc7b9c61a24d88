; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: mx_source_type,

.hbm 1048576
.target trn3
.vector
  quantize_mx sbuf.f8e5m2[0+32, 0](4:1), sbuf.u8[0+32, 64](1:1), sbuf.f32[0+32, 128](4:1)
  halt
