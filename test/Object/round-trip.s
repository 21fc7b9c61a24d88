; Everything that an object can hold survives disassembly, byte for byte.
; RUN: glia-as %s -o %t.glia
; RUN: glia-objdump -d %t.glia > %t.s
; RUN: FileCheck %s < %t.s
; RUN: glia-as %t.s -o %t2.glia && cmp %t.glia %t2.glia
; RUN: glia-objdump -d %t2.glia | cmp - %t.s
; RUN: glia-objdump --validate %t.glia | FileCheck %s --check-prefix=VALID
; RUN: llvm-readelf -h -S %t.glia | FileCheck %s --check-prefix=ELF
; RUN: glia-objdump --headers %t.glia | FileCheck %s --check-prefix=HEADERS
; RUN: glia-objdump --json %t.glia | %python -m json.tool | FileCheck %s --check-prefix=JSON

; VALID: ok
; ELF: Class: ELF64
; ELF: Machine: {{.*}}911a
; ELF: .note.glia NOTE
; ELF: .text.0.tensor PROGBITS
; ELF: .text.1.sync PROGBITS
; ELF: .weights PROGBITS
; HEADERS: format 0.3, target trn2, producer a "producer"
; HEADERS: input x\x0A<script> f32 [2, 64] at 0
; JSON: "name": "x\n<script>"

; CHECK: .target trn2
.target trn2
; CHECK: .producer "a \"producer\""
.producer "a \"producer\""
; CHECK: .cores 0 1 0
.cores 0 1 0
; CHECK: .groups (0, 2) (1)
.groups (0, 2) (1)
; CHECK-NEXT: .groups (2)
.groups (2)
; CHECK: .input "x\n<script>" f32 [2, 64] at 0
.input "x\n<script>" f32 [2, 64] at 0
; CHECK: .output "y" bf16 [] at 4096
.output "y" bf16 []
; CHECK: .state "s" i64 [0, 3] at 8192
.state "s" i64 [0, 3] at 8192
; CHECK: .state "t" f16 [5, 4] at 32768 part [3, 4] on 0 (0, 0) on 2 (1, 0) permute (1, 0) pad (8, 4) tile (0, 4)
.state "t" f16 [5, 4] at 32768 part [3, 4] on 0 (0, 0) on 2 (1, 0) permute (1, 0) pad (8, 4) tile (0, 4)
; CHECK: .output "z" f32 [3] at 40960 part [1] on 0 (2) on 1 (0) on 2 (1)
.output "z" f32 [3] at 40960 part [1] on 0 (2) on 1 (0) on 2 (1)
; CHECK: .constant "t" at 32768 initial on 0 on 2
; CHECK-NEXT: .bytes
.constant "t" at 32768 initial on 0 on 2
  .zero 64
; CHECK: .constant "w" at 12288
; CHECK-NEXT: .bytes 0000803f000000c00500000007000000000000000a0bff
.constant "w" at 12288
  .f32 1.0, -2
  .i32 5
  .i64 7
  .u8 10 11 255
; CHECK: .constant "v" at 20480 on 0
.constant "v" at 20480 on 0
  .u8 1
; CHECK: .constant "v" at 20480 on 1 on 2
.constant "v" at 20480 on 1 on 2
  .u8 2
; CHECK: .constant "" at 16384
; CHECK-NEXT: .bytes 00{{0+$}}
.constant "" at 16384
  .zero 40
; CHECK: .node "3/then/4" "Relu" "\"quoted\""
.node "3/then/4" "Relu" "\"quoted\""
.node "5" "Gemm" ""

.program
.tensor
  .at 1
  load_stationary sbuf.f32[0+128, 0](64:1)
  multiply_moving psum.f32[0+64, 0](512:1), sbuf.f32[0+128, 0x1000](512:1)
  halt
.vector
  .at 0
; CHECK: loop_begin count=3, end=3
  loop_begin count=3, end=end
; CHECK-NEXT: memset sbuf.i32[0+1, 0x40](2:1), value=0x2a
  memset sbuf.i32[0+1, 64](2:1), value=42
  .at none
  call target=function
; CHECK: ; pc 3
; CHECK-NEXT: loop_end begin=0
end:
  loop_end begin=0
  halt
function:
; CHECK: tensor_scalar sbuf.f32[0+1, 0x0](1:1), sbuf.f32[0+1, 0x0](1:1), #0.1, #f32:0x7fc00000, op0=add
  tensor_scalar sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), #0.1, #f32:0x7fc00000, op0=add
  return
.program
.sync
  dma_load sbuf.f32[1+2, 0](64:1), hbm.f32[0](2:256, 64:4), queue=0
; CHECK: all_reduce_sbuf sbuf.bf16[0+1, 0x0](8:1), sbuf.bf16[0+1, 0x10](8:1), queue=1, {{.*}}op=max
  all_reduce_sbuf sbuf.bf16[0+1, 0](8:1), sbuf.bf16[0+1, 16](8:1), queue=1, signalBase=s3, signalMask=16, group=0, op=max
; CHECK: semaphore_add_remote semaphore=s5, value=1, core=2
  semaphore_add_remote semaphore=s5, value=1, core=2
  halt
; CHECK: .entry "main" program=0 vector=5 dim "n"=4
.entry "main" program=0 vector=function dim "n"=4
; CHECK: .entry "other" program=1
.entry "other" program=1
