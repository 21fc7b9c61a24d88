//===- Movement.cpp - Evaluates the ops that move elements ----------------===//
//
// Strided copies; elements keep their bits.
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "dialects/Graph/NodeLocation.h"
#include "glia/Support/Error.h"
#include <cstring>

namespace glia::evaluator {

void evaluateTranspose(graph::TransposeOp op, Operands operands,
                       Tensor &result) {
  Strides from = denseStrides(operands[0]->shape), strides;
  for (int64_t d : op.getPermutation())
    strides.push_back(from[d]);
  copyStrided(result.bytes.data(), denseStrides(result.shape),
              operands[0]->bytes.data(), strides, result.shape,
              elementBytes(result.type));
}

void evaluateBroadcast(graph::BroadcastOp, Operands operands, Tensor &result) {
  copyStrided(result.bytes.data(), denseStrides(result.shape),
              operands[0]->bytes.data(),
              broadcastStrides(operands[0]->shape, result.shape), result.shape,
              elementBytes(result.type));
}

void evaluateSlice(graph::SliceOp op, Operands operands, Tensor &result) {
  if (result.bytes.empty())
    return;
  Strides strides = denseStrides(operands[0]->shape);
  int64_t offset = 0, bytes = elementBytes(result.type);
  for (size_t d = 0; d < strides.size(); ++d) {
    offset += op.getStarts()[d] * strides[d];
    strides[d] *= op.getStrides()[d];
  }
  copyStrided(result.bytes.data(), denseStrides(result.shape),
              operands[0]->bytes.data() + offset * bytes, strides, result.shape,
              bytes);
}

void evaluateConcat(graph::ConcatOp op, Operands operands, Tensor &result) {
  Strides strides = denseStrides(result.shape);
  int64_t bytes = elementBytes(result.type), offset = 0;
  for (const Tensor *operand : operands) {
    copyStrided(result.bytes.data() + offset * strides[op.getAxis()] * bytes,
                strides, operand->bytes.data(), denseStrides(operand->shape),
                operand->shape, bytes);
    offset += operand->shape[op.getAxis()];
  }
}

void evaluatePad(graph::PadOp op, Operands operands, Tensor &result) {
  double value = op.getValue().convertToDouble();
  int64_t bytes = elementBytes(result.type), offset = 0;
  uint8_t fill[8] = {};
  if (isFloat(result.type)) {
    float number = value;
    numerics::convert(ElementType::f32, &number, result.type, fill, 1);
  } else {
    int64_t number = value;
    numerics::convertIntegers(ElementType::i64, &number, result.type, fill, 1);
  }
  Strides strides = denseStrides(result.shape), none(result.shape.size(), 0);
  copyStrided(result.bytes.data(), strides, fill, none, result.shape, bytes);
  for (size_t d = 0; d < strides.size(); ++d)
    offset += op.getLow()[d] * strides[d];
  if (!operands[0]->bytes.empty())
    copyStrided(result.bytes.data() + offset * bytes, strides,
                operands[0]->bytes.data(), denseStrides(operands[0]->shape),
                operands[0]->shape, bytes);
}

/// The indices as rows, those below zero counted from the end. E3600.
static llvm::Expected<std::vector<int64_t>>
wrappedIndices(mlir::Operation *op, const Tensor &indices, int64_t rows) {
  int64_t count = product(indices.shape);
  std::vector<int64_t> wide(count);
  numerics::convertIntegers(indices.type, indices.bytes.data(),
                            ElementType::i64, wide.data(), count);
  for (int64_t &index : wide) {
    if (index < -rows || index >= rows) {
      GliaError error(ErrorCode::E3600,
                      ("index " + llvm::Twine(index) + ", expects " +
                       llvm::Twine(-rows) + " to " + llvm::Twine(rows - 1))
                          .str());
      if (std::optional<graph::NodeReference> node =
              graph::parseNodeLocation(op->getLoc()))
        error.with("node", (node->name.empty() ? node->path : node->name).str())
            .with("op", node->opType.str());
      return makeError(std::move(error));
    }
    index += index < 0 ? rows : 0;
  }
  return wide;
}

/// Calls `visit` for each row of `data` that an index names, in the order of the
/// rows in a gather's result: where it begins in the data, and its bytes.
static llvm::Error
forEachNamedRow(mlir::Operation *op, int64_t axis, const Tensor &data,
                const Tensor &indices,
                llvm::function_ref<void(int64_t offset, int64_t bytes)> visit) {
  llvm::ArrayRef<int64_t> shape(data.shape);
  int64_t rows = shape[axis], outer = product(shape.take_front(axis)),
          rowBytes =
              product(shape.drop_front(axis + 1)) * elementBytes(data.type);
  llvm::Expected<std::vector<int64_t>> wrapped =
      wrappedIndices(op, indices, rows);
  if (!wrapped)
    return wrapped.takeError();
  for (int64_t o = 0; o < outer && rowBytes; ++o)
    for (int64_t index : *wrapped)
      visit((o * rows + index) * rowBytes, rowBytes);
  return llvm::Error::success();
}

llvm::Error evaluateGather(graph::GatherOp op, Operands operands,
                           Tensor &result) {
  const Tensor &data = *operands[0];
  uint8_t *to = result.bytes.data();
  return forEachNamedRow(op, op.getAxis(), data, *operands[1],
                         [&](int64_t offset, int64_t bytes) {
                           std::memcpy(to, data.bytes.data() + offset, bytes);
                           to += bytes;
                         });
}

llvm::Error evaluateScatter(graph::ScatterOp op, Operands operands,
                            Tensor &result) {
  result.bytes = operands[0]->bytes;
  const uint8_t *from = operands[2]->bytes.data();
  return forEachNamedRow(op, op.getAxis(), *operands[0], *operands[1],
                         [&](int64_t offset, int64_t bytes) {
                           std::memcpy(result.bytes.data() + offset, from,
                                       bytes);
                           from += bytes;
                         });
}

} // namespace glia::evaluator
