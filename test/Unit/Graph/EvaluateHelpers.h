//===- EvaluateHelpers.h - Short ways to evaluate IR in a test ------------===//
#ifndef GLIA_TEST_UNIT_GRAPH_EVALUATEHELPERS_H
#define GLIA_TEST_UNIT_GRAPH_EVALUATEHELPERS_H

#include "glia/Compiler/Evaluator.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <cstring>

namespace glia::test {

mlir::MLIRContext &context();
mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);

template <typename T>
Tensor tensor(ElementType type, llvm::ArrayRef<int64_t> shape,
              const std::vector<T> &values) {
  Tensor result{type, llvm::SmallVector<int64_t, 6>(shape),
                std::vector<uint8_t>(values.size() * sizeof(T))};
  if (!values.empty())
    std::memcpy(result.bytes.data(), values.data(), result.bytes.size());
  return result;
}
inline Tensor f32(llvm::ArrayRef<int64_t> shape,
                  const std::vector<float> &values) {
  return tensor(ElementType::f32, shape, values);
}

template <typename T>
std::vector<T> values(const Tensor &from) {
  std::vector<T> result(from.bytes.size() / sizeof(T));
  if (!result.empty())
    std::memcpy(result.data(), from.bytes.data(), from.bytes.size());
  return result;
}

/// Floats of mixed size and sign, always the same.
std::vector<float> randomFloats(size_t count, unsigned seed);

/// The value of `func.func @main` on inputs named a, b, c, ...; checks that
/// every SIMD level and two threads give the same bits.
Tensor evaluateMain(llvm::StringRef text, const std::vector<Tensor> &inputs,
                    const ConstantStore &constants = {});
/// main from types: "(%a: T0, %b: T1) -> R { body }"; the body defines %r.
Tensor evaluateBody(const std::vector<Tensor> &inputs, llvm::StringRef result,
                    llvm::StringRef body);

std::string typeText(const Tensor &tensor);

/// One reduce instruction, written plainly: 16 partials, tree 8-4-2-1.
float plainReduce(const std::vector<float> &elements,
                  float (*join)(float, float));
/// Cut every 2048.
float plainSum(const std::vector<float> &elements);

} // namespace glia::test

#endif
