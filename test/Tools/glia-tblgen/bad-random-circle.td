// RUN: not glia-tblgen --gen-random -I %source/include %s 2>&1 | FileCheck %s
// CHECK: error: random values depend on each other in a circle

include "glia/ISA/Schema.td"

def EngineTable : Enumeration<"Engine", 3>;
def : EnumCase<EngineTable, "vector", 1, "the only one">;
def Small : FieldKind<"uint8_t", 8>;
def Wide : FieldKind<"uint32_t", 32>;

def F : Format<1, [Slot<"a", 32, 8>, Slot<"b", 40, 8>]>;
def I : Instruction<"i", 1, ["vector"], F, [Field<"x", Small, "a", "", choice="x.y">, Field<"y", Small, "b", "", choice="x.x">]>;
