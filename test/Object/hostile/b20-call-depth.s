; B20: 65 calls inside each other: invalid.
; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; RUN: not ls %t.glia
; CHECK: error: GLIA-E1208:{{.*}}calls to nest at most 64

.sync
  call target=f0
  halt
f0:
  call target=f1
  return
f1:
  call target=f2
  return
f2:
  call target=f3
  return
f3:
  call target=f4
  return
f4:
  call target=f5
  return
f5:
  call target=f6
  return
f6:
  call target=f7
  return
f7:
  call target=f8
  return
f8:
  call target=f9
  return
f9:
  call target=f10
  return
f10:
  call target=f11
  return
f11:
  call target=f12
  return
f12:
  call target=f13
  return
f13:
  call target=f14
  return
f14:
  call target=f15
  return
f15:
  call target=f16
  return
f16:
  call target=f17
  return
f17:
  call target=f18
  return
f18:
  call target=f19
  return
f19:
  call target=f20
  return
f20:
  call target=f21
  return
f21:
  call target=f22
  return
f22:
  call target=f23
  return
f23:
  call target=f24
  return
f24:
  call target=f25
  return
f25:
  call target=f26
  return
f26:
  call target=f27
  return
f27:
  call target=f28
  return
f28:
  call target=f29
  return
f29:
  call target=f30
  return
f30:
  call target=f31
  return
f31:
  call target=f32
  return
f32:
  call target=f33
  return
f33:
  call target=f34
  return
f34:
  call target=f35
  return
f35:
  call target=f36
  return
f36:
  call target=f37
  return
f37:
  call target=f38
  return
f38:
  call target=f39
  return
f39:
  call target=f40
  return
f40:
  call target=f41
  return
f41:
  call target=f42
  return
f42:
  call target=f43
  return
f43:
  call target=f44
  return
f44:
  call target=f45
  return
f45:
  call target=f46
  return
f46:
  call target=f47
  return
f47:
  call target=f48
  return
f48:
  call target=f49
  return
f49:
  call target=f50
  return
f50:
  call target=f51
  return
f51:
  call target=f52
  return
f52:
  call target=f53
  return
f53:
  call target=f54
  return
f54:
  call target=f55
  return
f55:
  call target=f56
  return
f56:
  call target=f57
  return
f57:
  call target=f58
  return
f58:
  call target=f59
  return
f59:
  call target=f60
  return
f60:
  call target=f61
  return
f61:
  call target=f62
  return
f62:
  call target=f63
  return
f63:
  call target=f64
  return
f64:
  call target=f65
  return
f65:
  return
