//===- Execute.h - What every instruction does ----------------------------===//
//
// One function per instruction, declared from the table and defined in
// Execute/<group>/<Name>.cpp; an instruction without its file does not link.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_EXECUTE_H
#define GLIA_LIB_INTERPRETER_EXECUTE_H

#include "glia/ISA/Instructions.h"
#include "llvm/Support/Error.h"
#include <type_traits>

namespace glia::interpreter {

class Core;
#include "glia/ISA/Dispatch.h.inc"

/// Instructions that only steer their stream. Both executors run them, the one
/// of values and the one of time.
template <typename T>
inline constexpr bool isStreamControl =
    std::is_same_v<T, isa::RegisterMove> ||
    std::is_same_v<T, isa::RegisterAdd> ||
    std::is_same_v<T, isa::RegisterAlu> ||
    std::is_same_v<T, isa::RegisterFromAddress> ||
    std::is_same_v<T, isa::AddressMove> || std::is_same_v<T, isa::AddressAdd> ||
    std::is_same_v<T, isa::AddressAlu> ||
    std::is_same_v<T, isa::AddressFromRegisters> ||
    std::is_same_v<T, isa::Branch> || std::is_same_v<T, isa::LoopBegin> ||
    std::is_same_v<T, isa::LoopEnd> || std::is_same_v<T, isa::Call> ||
    std::is_same_v<T, isa::Return> || std::is_same_v<T, isa::Halt>;

/// Registers that memory fills: the executor of values looks there, the one of
/// time at what the other has seen.
template <typename T>
inline constexpr bool isRegisterLoad =
    std::is_same_v<T, isa::RegisterLoad> || std::is_same_v<T, isa::AddressLoad>;

} // namespace glia::interpreter

#endif
