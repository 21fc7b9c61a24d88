//===- Dma.h - Moving elements between two walks --------------------------===//
#ifndef GLIA_LIB_INTERPRETER_DMA_H
#define GLIA_LIB_INTERPRETER_DMA_H

#include "Pattern.h"

namespace glia::interpreter {

/// Copies bits where the types are the same, else casts (integers exactly, the
/// rest through fp32). As if the source were read before anything is written.
/// Errors: E4403 if that would need too large a buffer.
llvm::Error moveElements(ElementType toType, uint8_t *to,
                         const Pattern &toPattern, ElementType fromType,
                         const uint8_t *from, const Pattern &fromPattern);

} // namespace glia::interpreter

#endif
