; RUN: not glia-as %s -o %t.glia 2>&1 | FileCheck %s
; CHECK: GLIA-E1208: expects loops to nest at most 64 deep

.sync
  loop_begin count=1, end=l0
  loop_begin count=1, end=l1
  loop_begin count=1, end=l2
  loop_begin count=1, end=l3
  loop_begin count=1, end=l4
  loop_begin count=1, end=l5
  loop_begin count=1, end=l6
  loop_begin count=1, end=l7
  loop_begin count=1, end=l8
  loop_begin count=1, end=l9
  loop_begin count=1, end=l10
  loop_begin count=1, end=l11
  loop_begin count=1, end=l12
  loop_begin count=1, end=l13
  loop_begin count=1, end=l14
  loop_begin count=1, end=l15
  loop_begin count=1, end=l16
  loop_begin count=1, end=l17
  loop_begin count=1, end=l18
  loop_begin count=1, end=l19
  loop_begin count=1, end=l20
  loop_begin count=1, end=l21
  loop_begin count=1, end=l22
  loop_begin count=1, end=l23
  loop_begin count=1, end=l24
  loop_begin count=1, end=l25
  loop_begin count=1, end=l26
  loop_begin count=1, end=l27
  loop_begin count=1, end=l28
  loop_begin count=1, end=l29
  loop_begin count=1, end=l30
  loop_begin count=1, end=l31
  loop_begin count=1, end=l32
  loop_begin count=1, end=l33
  loop_begin count=1, end=l34
  loop_begin count=1, end=l35
  loop_begin count=1, end=l36
  loop_begin count=1, end=l37
  loop_begin count=1, end=l38
  loop_begin count=1, end=l39
  loop_begin count=1, end=l40
  loop_begin count=1, end=l41
  loop_begin count=1, end=l42
  loop_begin count=1, end=l43
  loop_begin count=1, end=l44
  loop_begin count=1, end=l45
  loop_begin count=1, end=l46
  loop_begin count=1, end=l47
  loop_begin count=1, end=l48
  loop_begin count=1, end=l49
  loop_begin count=1, end=l50
  loop_begin count=1, end=l51
  loop_begin count=1, end=l52
  loop_begin count=1, end=l53
  loop_begin count=1, end=l54
  loop_begin count=1, end=l55
  loop_begin count=1, end=l56
  loop_begin count=1, end=l57
  loop_begin count=1, end=l58
  loop_begin count=1, end=l59
  loop_begin count=1, end=l60
  loop_begin count=1, end=l61
  loop_begin count=1, end=l62
  loop_begin count=1, end=l63
  loop_begin count=1, end=l64
l64:
  loop_end begin=64
l63:
  loop_end begin=63
l62:
  loop_end begin=62
l61:
  loop_end begin=61
l60:
  loop_end begin=60
l59:
  loop_end begin=59
l58:
  loop_end begin=58
l57:
  loop_end begin=57
l56:
  loop_end begin=56
l55:
  loop_end begin=55
l54:
  loop_end begin=54
l53:
  loop_end begin=53
l52:
  loop_end begin=52
l51:
  loop_end begin=51
l50:
  loop_end begin=50
l49:
  loop_end begin=49
l48:
  loop_end begin=48
l47:
  loop_end begin=47
l46:
  loop_end begin=46
l45:
  loop_end begin=45
l44:
  loop_end begin=44
l43:
  loop_end begin=43
l42:
  loop_end begin=42
l41:
  loop_end begin=41
l40:
  loop_end begin=40
l39:
  loop_end begin=39
l38:
  loop_end begin=38
l37:
  loop_end begin=37
l36:
  loop_end begin=36
l35:
  loop_end begin=35
l34:
  loop_end begin=34
l33:
  loop_end begin=33
l32:
  loop_end begin=32
l31:
  loop_end begin=31
l30:
  loop_end begin=30
l29:
  loop_end begin=29
l28:
  loop_end begin=28
l27:
  loop_end begin=27
l26:
  loop_end begin=26
l25:
  loop_end begin=25
l24:
  loop_end begin=24
l23:
  loop_end begin=23
l22:
  loop_end begin=22
l21:
  loop_end begin=21
l20:
  loop_end begin=20
l19:
  loop_end begin=19
l18:
  loop_end begin=18
l17:
  loop_end begin=17
l16:
  loop_end begin=16
l15:
  loop_end begin=15
l14:
  loop_end begin=14
l13:
  loop_end begin=13
l12:
  loop_end begin=12
l11:
  loop_end begin=11
l10:
  loop_end begin=10
l9:
  loop_end begin=9
l8:
  loop_end begin=8
l7:
  loop_end begin=7
l6:
  loop_end begin=6
l5:
  loop_end begin=5
l4:
  loop_end begin=4
l3:
  loop_end begin=3
l2:
  loop_end begin=2
l1:
  loop_end begin=1
l0:
  loop_end begin=0
  halt
