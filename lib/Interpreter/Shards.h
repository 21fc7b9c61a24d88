//===- Shards.h - Splitting and joining tensors over cores ----------------===//
#ifndef GLIA_LIB_INTERPRETER_SHARDS_H
#define GLIA_LIB_INTERPRETER_SHARDS_H

#include "glia/Object/Object.h"

namespace glia::interpreter {

/// Bytes of a core's part in ONNX form, before a layout.
uint64_t partBytes(const Binding &binding);
/// Copies a core's part out of the whole tensor, both dense; what lies behind
/// the tensor's end is zero.
void splitPart(const Binding &binding, const Shard &shard, const uint8_t *whole,
               uint8_t *part);
/// Copies the part back into the whole; what lies behind the end is dropped.
void joinPart(const Binding &binding, const Shard &shard, const uint8_t *part,
              uint8_t *whole);

} // namespace glia::interpreter

#endif
