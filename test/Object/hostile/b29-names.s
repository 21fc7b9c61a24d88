; B29: names of nodes and tensors are data in every report.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --outputs %t.npz --trace %t.json --counters %t.counters.json
; RUN: %python -c "import json, sys; raw = open(sys.argv[1]).read(); text = str(json.loads(raw)); json.load(open(sys.argv[2])); assert '</script>' in text and chr(27) not in raw" %t.json %t.counters.json
; RUN: glia-objdump --json %t.glia | %python -m json.tool > %t.tool
; RUN: glia-objdump --headers %t.glia | FileCheck %s
; RUN: not glia-run %t.glia --check 2>&1 | FileCheck %s --check-prefix=TRAP
; CHECK: output \x1B[2J"quoted"\x0A</script>%s%n f32
; TRAP: error: GLIA-E3404:{{.*}}node: 7 Relu `</script>\x1B[2J"{{.*}}`

.node "7" "Relu" "</script>\x1b[2J\""
.output "\x1b[2J\"quoted\"\n</script>%s%n" f32 [1] at 0
.vector
  .at 0
  copy sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 64](1:1)
  halt
