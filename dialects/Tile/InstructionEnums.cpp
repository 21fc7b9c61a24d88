//===- InstructionEnums.cpp - Keywords of the enums -----------------------===//
//
// The words of tile IR for engines, ALU operators, reductions, functions.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/InstructionEnums.h"
#include "llvm/ADT/ArrayRef.h"

using namespace glia;
using llvm::StringRef;

static const StringRef engines[] = {"tensor", "vector", "scalar", "gpsimd", "sync"};
static const StringRef aluOps[] = {
    "bypass",      "add",         "subtract",    "multiply",      "divide",     "max",         "min",        "abs",        "equal",
    "not_equal",   "less",        "less_equal",  "greater",       "greater_equal", "logical_and", "logical_or", "logical_xor",
    "logical_not", "bitwise_and", "bitwise_or",  "bitwise_xor",   "bitwise_not", "shift_left",  "shift_right",
    "shift_right_arithmetic"};
static const StringRef reduceOps[] = {"add", "max", "min"};
static const StringRef functions[] = {"copy", "relu", "exp", "tanh", "sqrt", "gelu"};
static const StringRef bufferKinds[] = {"input", "output", "constant", "scratch", "state"};

template <typename E> static StringRef lookUp(llvm::ArrayRef<StringRef> table, E value) {
  return static_cast<size_t>(value) < table.size() ? table[static_cast<size_t>(value)] : StringRef();
}
template <typename E> static std::optional<E> find(llvm::ArrayRef<StringRef> table, StringRef text) {
  for (size_t i = 0; i < table.size(); ++i)
    if (table[i] == text)
      return static_cast<E>(i);
  return std::nullopt;
}

namespace glia::tile {
StringRef keyword(isa::Engine value) { return lookUp(engines, value); }
StringRef keyword(isa::AluOp value) { return lookUp(aluOps, value); }
StringRef keyword(isa::ReduceOp value) { return lookUp(reduceOps, value); }
StringRef keyword(isa::ActivationFunction value) { return lookUp(functions, value); }
StringRef keyword(BufferKind value) { return lookUp(bufferKinds, value); }
std::optional<isa::Engine> parseKeyword(StringRef text, isa::Engine) { return find<isa::Engine>(engines, text); }
std::optional<isa::AluOp> parseKeyword(StringRef text, isa::AluOp) { return find<isa::AluOp>(aluOps, text); }
std::optional<isa::ReduceOp> parseKeyword(StringRef text, isa::ReduceOp) { return find<isa::ReduceOp>(reduceOps, text); }
std::optional<isa::ActivationFunction> parseKeyword(StringRef text, isa::ActivationFunction) {
  return find<isa::ActivationFunction>(functions, text);
}
std::optional<BufferKind> parseKeyword(StringRef text, BufferKind) { return find<BufferKind>(bufferKinds, text); }
} // namespace glia::tile
