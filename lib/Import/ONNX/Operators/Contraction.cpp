//===- Contraction.cpp - MatMul and Gemm ----------------------------------===//
//
// Both become graph.contract; what Gemm adds are ops around it.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static constexpr int64_t kCut = 128;

/// The operands have a rank of at least 2.
static llvm::Expected<Value> contract(NodeImporter &importer, const Value &lhs,
                                      const Value &rhs, bool transposeLhs,
                                      bool transposeRhs) {
  auto dims = [](const Value &value, bool transposed) {
    int64_t rows = value.shape[value.rank() - 2],
            columns = value.shape[value.rank() - 1];
    return transposed ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  auto [m, k] = dims(lhs, transposeLhs);
  auto [otherK, n] = dims(rhs, transposeRhs);
  Shape left(llvm::ArrayRef(lhs.shape).drop_back(2)),
      right(llvm::ArrayRef(rhs.shape).drop_back(2));
  std::optional<Shape> shape = broadcastShapes({left, right});
  if (k != otherK || !shape)
    return importer.fail(
        ErrorCode::E1009,
        "multiplies " + formatShape(lhs.shape) +
            (transposeLhs ? " transposed" : "") + " with " +
            formatShape(rhs.shape) + (transposeRhs ? " transposed" : "") +
            ", expects equal inner dimensions and leading ones that broadcast");
  if (!isFloat(lhs.type))
    return importer.fail(ErrorCode::E2001, "multiplies matrices of " +
                                               name(lhs.type) +
                                               ", expects floats");
  shape->append({m, n});
  return importer.create<graph::ContractOp>(lhs.type, *shape, importer.ssa(lhs),
                                            importer.ssa(rhs), transposeLhs,
                                            transposeRhs, kCut);
}

/// Vectors become matrices with one row or column, which then goes away.
static llvm::Error importMatMul(NodeImporter &importer) {
  Value lhs = importer.input(0), rhs = importer.input(1);
  bool leftVector = lhs.rank() == 1, rightVector = rhs.rank() == 1;
  if (lhs.rank() == 0 || rhs.rank() == 0)
    return importer.fail(ErrorCode::E1009,
                         "has a scalar operand, expects a rank of at least 1");
  if (leftVector)
    lhs = importer.reshape(lhs, {1, lhs.shape[0]});
  if (rightVector)
    rhs = importer.reshape(rhs, {rhs.shape[0], 1});
  llvm::Expected<Value> product = contract(importer, lhs, rhs, false, false);
  if (!product)
    return product.takeError();
  Shape shape = product->shape;
  if (rightVector)
    shape.pop_back();
  if (leftVector)
    shape.erase(shape.end() - (rightVector ? 1 : 2));
  importer.setOutput(0, importer.reshape(*product, shape));
  return llvm::Error::success();
}

/// `value` times a factor, where that isn't 1.
static llvm::Expected<Value> scale(NodeImporter &importer, const Value &value,
                                   float factor) {
  if (factor == 1)
    return value;
  return importer.elementwise("graph.mul", value.type,
                              {value, importer.constantFloat(factor)});
}

static llvm::Error importGemm(NodeImporter &importer) {
  const Value &lhs = importer.input(0), &rhs = importer.input(1);
  float alpha = importer.number("alpha", 1), beta = importer.number("beta", 1);
  if (lhs.rank() != 2 || rhs.rank() != 2)
    return importer.fail(ErrorCode::E1009,
                         "has operands of rank " + llvm::Twine(lhs.rank()) +
                             " and " + llvm::Twine(rhs.rank()) + ", expects 2");
  if ((alpha != 1 || beta != 1) && lhs.type != ElementType::f32)
    return importer.fail(ErrorCode::E2002,
                         "scales " + name(lhs.type) + ", expects f32");
  llvm::Expected<Value> result =
      contract(importer, lhs, rhs, importer.integer("transA", 0) != 0,
               importer.integer("transB", 0) != 0);
  if (result)
    result = scale(importer, *result, alpha);
  if (!result)
    return result.takeError();
  if (importer.has(2)) {
    Shape shape = result->shape;
    llvm::Expected<Value> bias =
        scale(importer, importer.input(2), beta == 0 ? 1 : beta);
    if (!bias)
      return bias.takeError();
    if (broadcastShapes({shape, bias->shape}) != shape)
      return importer.fail(ErrorCode::E1009,
                           "the shape " + formatShape(bias->shape) +
                               " of C does not broadcast to " +
                               formatShape(shape));
    if (beta != 0) // as in BLAS, C is not read then: it may hold NaN
      result =
          importer.elementwise("graph.add", result->type, {*result, *bias});
    if (!result)
      return result.takeError();
  }
  importer.setOutput(0, *result);
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> contractionOperators() {
  static constexpr OperatorRow rows[] = {
      {"Gemm", 7, importGemm},
      {"MatMul", 1, importMatMul},
  };
  return rows;
}

} // namespace glia::onnx_import
