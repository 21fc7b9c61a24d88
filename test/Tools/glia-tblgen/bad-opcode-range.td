// RUN: not glia-tblgen --gen-structs -I %source/include %s 2>&1 | FileCheck %s
// CHECK: error: expects an opcode of 16 bits

include "glia/ISA/Schema.td"

def EngineTable : Enumeration<"Engine", 3>;
def : EnumCase<EngineTable, "vector", 1, "the only one">;
def Small : FieldKind<"uint8_t", 8>;
def Wide : FieldKind<"uint32_t", 32>;

def F : Format<1, [Slot<"a", 32, 8>, Slot<"b", 40, 8>]>;
def I : Instruction<"i", 65536, ["vector"], F, []>;
