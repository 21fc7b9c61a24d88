// RUN: not glia-tblgen --gen-structs -I %source/include %s 2>&1 | FileCheck %s
// CHECK: error: format `F`: expects 1 to 3 words, got 4

include "glia/ISA/Schema.td"

def EngineTable : Enumeration<"Engine", 3>;
def : EnumCase<EngineTable, "vector", 1, "the only one">;
def Small : FieldKind<"uint8_t", 8>;
def Wide : FieldKind<"uint32_t", 32>;

def F : Format<4, []>;
