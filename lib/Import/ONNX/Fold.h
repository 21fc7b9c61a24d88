//===- Fold.h - Small constants computed while importing ------------------===//
//
// Shape arithmetic must be known to give shapes. It is done here on integers
// and booleans of few elements; no float arithmetic is folded, so that no
// result depends on when it was computed.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_FOLD_H
#define GLIA_LIB_IMPORT_ONNX_FOLD_H

#include "NodeImporter.h"

namespace glia::onnx_import {

/// Larger constants are computed by the machine.
inline constexpr int64_t foldedElements = 1 << 16;

/// The elements of a constant of integer type, within the budget.
llvm::Expected<Shape> readIntegers(GraphState &state, const Value &value);
std::vector<uint8_t> packIntegers(ElementType type,
                                  llvm::ArrayRef<int64_t> elements);

/// Each gives nothing when it doesn't apply.
llvm::Expected<std::optional<Value>>
foldCast(NodeImporter &importer, const Value &value, ElementType type);
llvm::Expected<std::optional<Value>>
foldElementwise(NodeImporter &importer, llvm::StringRef graphOp,
                ElementType type, llvm::ArrayRef<Value> operands);
llvm::Expected<std::optional<Value>> foldConcat(NodeImporter &importer,
                                                llvm::ArrayRef<Value> operands,
                                                llvm::ArrayRef<int64_t> shape,
                                                int64_t axis);
llvm::Expected<std::optional<Value>>
foldGather(NodeImporter &importer, const Value &data, const Value &indices,
           llvm::ArrayRef<int64_t> shape, int64_t axis);

} // namespace glia::onnx_import

#endif
