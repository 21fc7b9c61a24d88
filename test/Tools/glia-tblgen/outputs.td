// What each generator makes of a small table.
// RUN: glia-tblgen --gen-enums -I %source/include %s | FileCheck %s --check-prefix=ENUMS
// RUN: glia-tblgen --gen-structs -I %source/include %s | FileCheck %s --check-prefix=STRUCTS
// RUN: glia-tblgen --gen-encoder -I %source/include %s | FileCheck %s --check-prefix=ENCODER
// RUN: glia-tblgen --gen-decoder -I %source/include %s | FileCheck %s --check-prefix=DECODER
// RUN: glia-tblgen --gen-printer -I %source/include %s | FileCheck %s --check-prefix=PRINTER
// RUN: glia-tblgen --gen-parser -I %source/include %s | FileCheck %s --check-prefix=PARSER
// RUN: glia-tblgen --gen-validator -I %source/include %s | FileCheck %s --check-prefix=VALIDATOR
// RUN: glia-tblgen --gen-dispatch -I %source/include %s | FileCheck %s --check-prefix=DISPATCH
// RUN: glia-tblgen --gen-accesses -I %source/include %s | FileCheck %s --check-prefix=ACCESSES
// RUN: glia-tblgen --gen-costs -I %source/include %s | FileCheck %s --check-prefix=COSTS
// RUN: glia-tblgen --gen-random -I %source/include %s | FileCheck %s --check-prefix=RANDOM
// RUN: glia-tblgen --gen-dialect-ops -I %source/include %s | FileCheck %s --check-prefix=OPS
// RUN: glia-tblgen --gen-dialect-bridge -I %source/include %s | FileCheck %s --check-prefix=BRIDGE
// RUN: glia-tblgen --gen-docs -I %source/include %s | FileCheck %s --check-prefix=DOCS
// RUN: glia-tblgen --gen-check-labels -I %source/include %s | FileCheck %s --check-prefix=LABELS

include "glia/ISA/Schema.td"

def EngineTable : Enumeration<"Engine", 3>;
def : EnumCase<EngineTable, "vector", 1, "the only one">;
def Small : FieldKind<"uint8_t", 8>;
def Wide : FieldKind<"uint32_t", 32>;

def F : Format<1, [Slot<"a", 32, 8>, Slot<"b", 40, 8>]>;
def I : Instruction<"do_it", 7, ["vector"], F, [
  Field<"second", Small, "b", "depends", choice="x.first">,
  Field<"first", Small, "a", "comes first", choice="g.below(5)", rules=[OperandCheck<"first_small", "o < 5", "{name}: expects less than 5, got {0}", ["o"]>],
        reads="x.second == 1", needed=1>
]> {
  let rounds = 1;
  let summary = "Does it";
  let semantics = [{It is done.}];
  let checks = [Check<"not_both", "x.first != x.second", "expects two">];
  let interval = "x.first + 1";
}

// ENUMS: enum class Engine : uint8_t {
// ENUMS-NEXT: vector = 1, // the only one
// ENUMS: enum class Opcode : uint16_t {
// ENUMS-NEXT: i = 0x0007,
// ENUMS: #define GLIA_FOR_EACH_ENGINE(X) X(vector, Vector)

// STRUCTS: struct I {
// STRUCTS-NEXT: Engine engine = Engine::vector;
// STRUCTS-NEXT: uint8_t second = 0;
// STRUCTS-NEXT: uint8_t first = 0;
// STRUCTS-NEXT: Rounding rounding
// STRUCTS: using Instruction = std::variant<I>;

// ENCODER: writer.write("second", 40, 8, x.second);
// ENCODER-NEXT: writer.write("first", 32, 8, x.first);

// DECODER: reader.read("second", 40, 8, x.second);

// PRINTER: if (x.second != uint8_t(0))
// PRINTER-NEXT: printer.named("second", x.second, "");
// PRINTER-NEXT: {{^}}  printer.named("first", x.first, "");

// PARSER: parser.isKey("second")
// PARSER: parser.require("first");

// VALIDATOR: if (!isAllowedOn(x.opcode, x.engine))
// VALIDATOR: const auto &o = x.first;
// VALIDATOR-NEXT: if (!(o < 5))
// VALIDATOR-NEXT: return checkFailed(x.opcode, "first_small", llvm::formatv("first: expects less than 5, got {0}", o).str());
// VALIDATOR: if (!(x.first != x.second))
// VALIDATOR-NEXT: return checkFailed(x.opcode, "not_both"

// DISPATCH: GLIA_EXECUTE_RESULT execute(Core &core, const ::glia::isa::I &instruction);
// DISPATCH: case 0:

// ACCESSES: if (x.second == 1)
// ACCESSES-NEXT: callback(makeAccess("first", false, x.first));

// COSTS: return inCycles(x.engine, target, double(x.first + 1), double(0));

// RANDOM: x.first = g.below(5);
// RANDOM-NEXT: x.second = x.first;

// OPS: def ISA_IOp : ISA_InstructionOp<"do_it", "I"> {
// BRIDGE: return IOp::create(builder, location, x);
// DOCS: ### do_it
// DOCS: Rules, beside those of operands:
// DOCS: * `first_small`: first: expects less than 5
// DOCS-NEXT: * `not_both`: expects two
// LABELS: engine
// LABELS-NEXT: target
// LABELS-NEXT: first_small
// LABELS-NEXT: not_both
