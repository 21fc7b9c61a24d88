//===- BindInputs.h - Numbers for the inputs' dimensions ------------------===//
//
// Glia compiles for fixed shapes: --dim, --input-shape and --input-value give
// what the model leaves open.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_BINDINPUTS_H
#define GLIA_LIB_IMPORT_ONNX_BINDINPUTS_H

#include "Unsupported.h"

namespace glia::onnx_import {

struct BoundInput {
  ImportedTensor tensor;
  /// Set by --input-value: the input is a constant with these bytes.
  std::optional<std::vector<uint8_t>> value;
};

/// All inputs of the model that are no initializers, in order. Those of
/// unsupported types (E2001, E2004) go to the list and are left out. Errors:
/// E1009, E1010 (all dimensions at once), E1011, E4004.
llvm::Expected<std::vector<BoundInput>>
bindInputs(const Model &model, const ImportOptions &options,
           UnsupportedList &unsupported);

} // namespace glia::onnx_import

#endif
