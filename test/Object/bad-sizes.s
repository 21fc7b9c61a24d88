; What a short text may not ask for: memory for zeros, for programs that are not there.
; RUN: split-file %s %t
; RUN: not glia-as %t/zeros.s -o %t/zeros.glia 2>&1 | FileCheck %s --check-prefix=ZEROS
; RUN: not glia-as %t/program.s -o %t/program.glia 2>&1 | FileCheck %s --check-prefix=PROGRAM
; ZEROS: error: GLIA-E4200: expects at most 4294967296 bytes of zeros in a file (file: {{.*}}zeros.s, line: 3)
; PROGRAM: error: GLIA-E1206: has no program 4294967295

;--- zeros.s
.constant "w"
  .zero 1
  .zero 4294967296
.sync
  halt

;--- program.s
.sync
start:
  halt
.entry "main" program=4294967295 sync=start
