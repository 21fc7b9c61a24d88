; B20: control that leaves the program, stands inside an instruction, or nests without end: invalid.
; RUN: split-file %s %t
; RUN: not glia-as %t/outside.s -o %t/outside.glia 2>&1 | FileCheck %s --check-prefix=E0
; E0: error: GLIA-E1208
; RUN: not glia-as %t/inside.s -o %t/inside.glia 2>&1 | FileCheck %s --check-prefix=E1
; E1: error: GLIA-E1208
; RUN: not glia-as %t/entry.s -o %t/entry.glia 2>&1 | FileCheck %s --check-prefix=E2
; E2: error: GLIA-E1208
; RUN: not glia-as %t/recursion.s -o %t/recursion.glia 2>&1 | FileCheck %s --check-prefix=E3
; E3: error: GLIA-E1208
; RUN: not glia-as %t/loop.s -o %t/loop.glia 2>&1 | FileCheck %s --check-prefix=E4
; E4: error: GLIA-E1208
; RUN: not glia-as %t/nesting.s -o %t/nesting.glia 2>&1 | FileCheck %s --check-prefix=E5
; E5: error: GLIA-E1208:{{.*}}loops to nest at most 64
; RUN: not glia-as %t/count.s -o %t/count.glia 2>&1 | FileCheck %s --check-prefix=E6
; E6: error: GLIA-E1206

;--- outside.s
.sync
  call target=4294967295
  halt

;--- inside.s
.hbm 4096
.sync
  call target=2
  dma_load sbuf.f32[0+1, 0](1:1), hbm.f32[0](1:4), queue=0
  halt
  return

;--- entry.s
.sync
  halt
.entry "main" program=0 sync=4294967294

;--- recursion.s
.sync
  halt
a:
  call target=b
  return
b:
  call target=a
  return

;--- loop.s
.sync
  loop_begin count=3, end=2
  loop_end begin=0
  halt

;--- nesting.s
.sync
b0:
  loop_begin count=2, end=e0
b1:
  loop_begin count=2, end=e1
b2:
  loop_begin count=2, end=e2
b3:
  loop_begin count=2, end=e3
b4:
  loop_begin count=2, end=e4
b5:
  loop_begin count=2, end=e5
b6:
  loop_begin count=2, end=e6
b7:
  loop_begin count=2, end=e7
b8:
  loop_begin count=2, end=e8
b9:
  loop_begin count=2, end=e9
b10:
  loop_begin count=2, end=e10
b11:
  loop_begin count=2, end=e11
b12:
  loop_begin count=2, end=e12
b13:
  loop_begin count=2, end=e13
b14:
  loop_begin count=2, end=e14
b15:
  loop_begin count=2, end=e15
b16:
  loop_begin count=2, end=e16
b17:
  loop_begin count=2, end=e17
b18:
  loop_begin count=2, end=e18
b19:
  loop_begin count=2, end=e19
b20:
  loop_begin count=2, end=e20
b21:
  loop_begin count=2, end=e21
b22:
  loop_begin count=2, end=e22
b23:
  loop_begin count=2, end=e23
b24:
  loop_begin count=2, end=e24
b25:
  loop_begin count=2, end=e25
b26:
  loop_begin count=2, end=e26
b27:
  loop_begin count=2, end=e27
b28:
  loop_begin count=2, end=e28
b29:
  loop_begin count=2, end=e29
b30:
  loop_begin count=2, end=e30
b31:
  loop_begin count=2, end=e31
b32:
  loop_begin count=2, end=e32
b33:
  loop_begin count=2, end=e33
b34:
  loop_begin count=2, end=e34
b35:
  loop_begin count=2, end=e35
b36:
  loop_begin count=2, end=e36
b37:
  loop_begin count=2, end=e37
b38:
  loop_begin count=2, end=e38
b39:
  loop_begin count=2, end=e39
b40:
  loop_begin count=2, end=e40
b41:
  loop_begin count=2, end=e41
b42:
  loop_begin count=2, end=e42
b43:
  loop_begin count=2, end=e43
b44:
  loop_begin count=2, end=e44
b45:
  loop_begin count=2, end=e45
b46:
  loop_begin count=2, end=e46
b47:
  loop_begin count=2, end=e47
b48:
  loop_begin count=2, end=e48
b49:
  loop_begin count=2, end=e49
b50:
  loop_begin count=2, end=e50
b51:
  loop_begin count=2, end=e51
b52:
  loop_begin count=2, end=e52
b53:
  loop_begin count=2, end=e53
b54:
  loop_begin count=2, end=e54
b55:
  loop_begin count=2, end=e55
b56:
  loop_begin count=2, end=e56
b57:
  loop_begin count=2, end=e57
b58:
  loop_begin count=2, end=e58
b59:
  loop_begin count=2, end=e59
b60:
  loop_begin count=2, end=e60
b61:
  loop_begin count=2, end=e61
b62:
  loop_begin count=2, end=e62
b63:
  loop_begin count=2, end=e63
b64:
  loop_begin count=2, end=e64
e64:
  loop_end begin=b64
e63:
  loop_end begin=b63
e62:
  loop_end begin=b62
e61:
  loop_end begin=b61
e60:
  loop_end begin=b60
e59:
  loop_end begin=b59
e58:
  loop_end begin=b58
e57:
  loop_end begin=b57
e56:
  loop_end begin=b56
e55:
  loop_end begin=b55
e54:
  loop_end begin=b54
e53:
  loop_end begin=b53
e52:
  loop_end begin=b52
e51:
  loop_end begin=b51
e50:
  loop_end begin=b50
e49:
  loop_end begin=b49
e48:
  loop_end begin=b48
e47:
  loop_end begin=b47
e46:
  loop_end begin=b46
e45:
  loop_end begin=b45
e44:
  loop_end begin=b44
e43:
  loop_end begin=b43
e42:
  loop_end begin=b42
e41:
  loop_end begin=b41
e40:
  loop_end begin=b40
e39:
  loop_end begin=b39
e38:
  loop_end begin=b38
e37:
  loop_end begin=b37
e36:
  loop_end begin=b36
e35:
  loop_end begin=b35
e34:
  loop_end begin=b34
e33:
  loop_end begin=b33
e32:
  loop_end begin=b32
e31:
  loop_end begin=b31
e30:
  loop_end begin=b30
e29:
  loop_end begin=b29
e28:
  loop_end begin=b28
e27:
  loop_end begin=b27
e26:
  loop_end begin=b26
e25:
  loop_end begin=b25
e24:
  loop_end begin=b24
e23:
  loop_end begin=b23
e22:
  loop_end begin=b22
e21:
  loop_end begin=b21
e20:
  loop_end begin=b20
e19:
  loop_end begin=b19
e18:
  loop_end begin=b18
e17:
  loop_end begin=b17
e16:
  loop_end begin=b16
e15:
  loop_end begin=b15
e14:
  loop_end begin=b14
e13:
  loop_end begin=b13
e12:
  loop_end begin=b12
e11:
  loop_end begin=b11
e10:
  loop_end begin=b10
e9:
  loop_end begin=b9
e8:
  loop_end begin=b8
e7:
  loop_end begin=b7
e6:
  loop_end begin=b6
e5:
  loop_end begin=b5
e4:
  loop_end begin=b4
e3:
  loop_end begin=b3
e2:
  loop_end begin=b2
e1:
  loop_end begin=b1
e0:
  loop_end begin=b0
  halt

;--- count.s
.sync
a:
  loop_begin count=9223372036854775808, end=b
b:
  loop_end begin=a
  halt
