//===- InstructionEnums.h - The ISA's enums as the tile dialect uses them -===//
//
// Tile ops carry the instruction table's own enums as native properties. This
// header is the one place where the dialect meets their names.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_INSTRUCTIONENUMS_H
#define GLIA_DIALECTS_TILE_INSTRUCTIONENUMS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

// Stand-ins with the names of the ISA contract, until lib/ISA's header is on main.
#define GLIA_TILE_ENUM_STANDINS
namespace glia::isa {
enum class Engine : uint8_t { tensor = 0, vector = 1, scalar = 2, gpsimd = 3, sync = 4 };
enum class AluOp : uint8_t {
  bypass = 0, add, subtract, multiply, divide, max, min, abs, equal, not_equal, less, less_equal, greater, greater_equal,
  logical_and, logical_or, logical_xor, logical_not, bitwise_and, bitwise_or, bitwise_xor, bitwise_not, shift_left,
  shift_right, shift_right_arithmetic
};
enum class ReduceOp : uint8_t { add = 0, max = 1, min = 2 };
enum class ActivationFunction : uint8_t { copy = 0, relu, exp, tanh, sqrt, gelu };
} // namespace glia::isa

namespace glia::tile {

/// Where a buffer's bytes come from and go to.
enum class BufferKind : uint8_t { input = 0, output = 1, constant = 2, scratch = 3, state = 4 };

llvm::StringRef keyword(isa::Engine value);
llvm::StringRef keyword(isa::AluOp value);
llvm::StringRef keyword(isa::ReduceOp value);
llvm::StringRef keyword(isa::ActivationFunction value);
llvm::StringRef keyword(BufferKind value);
std::optional<isa::Engine> parseKeyword(llvm::StringRef text, isa::Engine);
std::optional<isa::AluOp> parseKeyword(llvm::StringRef text, isa::AluOp);
std::optional<isa::ReduceOp> parseKeyword(llvm::StringRef text, isa::ReduceOp);
std::optional<isa::ActivationFunction> parseKeyword(llvm::StringRef text, isa::ActivationFunction);
std::optional<BufferKind> parseKeyword(llvm::StringRef text, BufferKind);

} // namespace glia::tile

#endif
