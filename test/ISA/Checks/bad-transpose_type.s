; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1207:{{.*}}check: transpose_type,

.hbm 1048576
.tensor
  transpose psum.i8[0+4, 0](4:1), sbuf.i8[0+4, 0](4:1)
  halt
