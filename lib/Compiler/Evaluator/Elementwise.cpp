//===- Elementwise.cpp - Evaluates every elementwise op -------------------===//
//
// Knows forms, not ops. Rows of up to 2048 elements are brought into dense
// buffers of the type that is computed in: fp32 for floats; int32 or int64 for
// integers, which are exact and wrap (GpSimd).
//
//===----------------------------------------------------------------------===//
#include "Operations.h"
#include "Strided.h"
#include "glia/ISA/Enums.h"
#include "glia/Support/CastPolicy.h"
#include <cstring>

namespace glia::evaluator {

using graph::ElementwiseForm;
using Kind = ElementwiseForm::Kind;

namespace {

constexpr int64_t rowLength = 2048;

struct View {
  const Tensor *tensor;
  Strides strides; // per dimension of the walk
};

/// The walk over a result: few dimensions, the innermost is the row.
struct Walk {
  Strides shape;
  llvm::SmallVector<View, 3> operands;
};

/// Elements of one row of an operand, dense, in type `T`.
template <typename T>
struct Row {
  std::vector<uint8_t> raw;
  std::vector<T> buffer;
  Row() : raw(rowLength * 8), buffer(rowLength) {}
};

constexpr ElementType typeOf(float) { return ElementType::f32; }
constexpr ElementType typeOf(int32_t) { return ElementType::i32; }
constexpr ElementType typeOf(int64_t) { return ElementType::i64; }

} // namespace

/// Merges dimensions that every operand walks as one.
static Walk makeWalk(Operands operands, const Tensor &result) {
  llvm::SmallVector<Strides, 3> all;
  for (const Tensor *operand : operands)
    all.push_back(broadcastStrides(operand->shape, result.shape));
  Walk walk;
  llvm::SmallVector<Strides, 3> merged(all.size());
  for (size_t d = 0; d < result.shape.size(); ++d) {
    if (result.shape[d] == 1)
      continue;
    bool joins = !walk.shape.empty();
    for (size_t i = 0; joins && i < all.size(); ++i)
      joins = merged[i].back() == all[i][d] * result.shape[d];
    if (!joins)
      walk.shape.push_back(1);
    walk.shape.back() *= result.shape[d];
    for (size_t i = 0; i < all.size(); ++i) {
      if (joins)
        merged[i].back() = all[i][d];
      else
        merged[i].push_back(all[i][d]);
    }
  }
  if (walk.shape.empty()) {
    walk.shape.push_back(1);
    for (Strides &strides : merged)
      strides.push_back(0);
  }
  for (auto [operand, strides] : llvm::zip(operands, merged))
    walk.operands.push_back({operand, strides});
  return walk;
}

/// Calls body(first result element, count, operand offsets) for each row.
static void forEachRow(
    const Walk &walk, unsigned threads,
    llvm::function_ref<void(int64_t, int64_t, llvm::ArrayRef<int64_t>)> body) {
  int64_t length = walk.shape.back(),
          rows = product(walk.shape) / std::max<int64_t>(length, 1);
  llvm::ArrayRef<int64_t> outer =
      llvm::ArrayRef<int64_t>(walk.shape).drop_back();
  int64_t rowsPerTask =
      std::max<int64_t>(1, 65536 / std::max<int64_t>(length, 1));
  parallelFor(threads, (rows + rowsPerTask - 1) / rowsPerTask,
              [&](int64_t task) {
                int64_t row = task * rowsPerTask,
                        end = std::min(rows, row + rowsPerTask);
                Strides index(outer.size(), 0);
                for (int64_t d = int64_t(outer.size()) - 1, rest = row; d >= 0;
                     rest /= outer[d--])
                  index[d] = rest % outer[d];
                for (; row < end; ++row, increment(index, outer))
                  for (int64_t start = 0; start < length; start += rowLength) {
                    llvm::SmallVector<int64_t, 3> offsets;
                    for (const View &view : walk.operands) {
                      int64_t offset = start * view.strides.back();
                      for (size_t d = 0; d < outer.size(); ++d)
                        offset += index[d] * view.strides[d];
                      offsets.push_back(offset);
                    }
                    body(row * length + start,
                         std::min(rowLength, length - start), offsets);
                  }
              });
}

/// Dense bytes of a row, in place where they are dense already.
static const uint8_t *gatherRaw(const View &view, int64_t offset, int64_t count,
                                std::vector<uint8_t> &raw) {
  int64_t bytes = elementBytes(view.tensor->type), stride = view.strides.back();
  const uint8_t *from = view.tensor->bytes.data() + offset * bytes;
  if (stride == 1 || count == 1)
    return from;
  copyStrided(raw.data(), {1}, from, {stride}, {count}, bytes);
  return raw.data();
}

template <typename T>
static const T *load(const View &view, int64_t offset, int64_t count,
                     Row<T> &row) {
  const uint8_t *raw = gatherRaw(view, offset, count, row.raw);
  ElementType type = view.tensor->type;
  if (type == typeOf(T()))
    return reinterpret_cast<const T *>(raw);
  if (std::is_same_v<T, float>)
    numerics::convert(type, raw, ElementType::f32, row.buffer.data(), count);
  else
    numerics::convertIntegers(type, raw, typeOf(T()), row.buffer.data(), count);
  return row.buffer.data();
}

static void compute(isa::AluOp op, const float *left, const float *right,
                    float *out, int64_t count, const EvaluateOptions &options) {
  numerics::aluRow(op, left, right, out, count, options.simd);
}
template <typename T>
static void compute(isa::AluOp op, const T *left, const T *right, T *out,
                    int64_t count, const EvaluateOptions &) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = numerics::alu(op, left[i], right[i]);
}

template <typename T>
static void evaluateRow(const ElementwiseForm &form, const T *left,
                        const T *right, T *out, int64_t count,
                        const EvaluateOptions &options) {
  if (form.kind == Kind::activation) {
    if constexpr (std::is_same_v<T, float>)
      numerics::activate(form.function, left, out, count, options.simd);
    return;
  }
  compute(form.op, left, right, out, count, options);
}

/// Everything but select and cast, computed in `T`.
template <typename T>
static void evaluateIn(const ElementwiseForm &form, Operands operands,
                       Tensor &result, const EvaluateOptions &options) {
  Walk walk = makeWalk(operands, result);
  int64_t bytes = elementBytes(result.type);
  forEachRow(
      walk, options.threads,
      [&](int64_t first, int64_t count, llvm::ArrayRef<int64_t> offsets) {
        thread_local Row<T> leftRow, rightRow;
        thread_local std::vector<T> buffer(rowLength);
        const T *left = load(walk.operands[0], offsets[0], count, leftRow),
                *right = left;
        if (form.kind == Kind::binary)
          right = load(walk.operands[1], offsets[1], count, rightRow);
        if (form.kind == Kind::scalar || form.kind == Kind::scalarFirst) {
          std::fill_n(rightRow.buffer.begin(), count,
                      static_cast<T>(form.scalarValue));
          right = rightRow.buffer.data();
          if (form.kind == Kind::scalarFirst)
            std::swap(left, right);
        }
        uint8_t *out = result.bytes.data() + first * bytes;
        if (result.type == typeOf(T()))
          return evaluateRow(form, left, right, reinterpret_cast<T *>(out),
                             count, options);
        evaluateRow(form, left, right, buffer.data(), count, options);
        if (std::is_same_v<T, float>)
          numerics::convert(ElementType::f32, buffer.data(), result.type, out,
                            count);
        else
          numerics::convertIntegers(typeOf(T()), buffer.data(), result.type,
                                    out, count);
      });
}

static void evaluateSelect(Operands operands, Tensor &result,
                           const EvaluateOptions &options) {
  Walk walk = makeWalk(operands, result);
  int64_t bytes = elementBytes(result.type);
  forEachRow(
      walk, options.threads,
      [&](int64_t first, int64_t count, llvm::ArrayRef<int64_t> offsets) {
        thread_local std::vector<uint8_t> raw[3] = {
            std::vector<uint8_t>(rowLength),
            std::vector<uint8_t>(rowLength * 8),
            std::vector<uint8_t>(rowLength * 8)};
        const uint8_t *rows[3];
        for (unsigned i = 0; i < 3; ++i)
          rows[i] = gatherRaw(walk.operands[i], offsets[i], count, raw[i]);
        uint8_t *out = result.bytes.data() + first * bytes;
        for (int64_t i = 0; i < count; ++i)
          std::memcpy(out + i * bytes, rows[rows[0][i] ? 1 : 2] + i * bytes,
                      bytes);
      });
}

static void evaluateCast(const Tensor &operand, Tensor &result) {
  uint64_t count = product(result.shape);
  if (isFloat(operand.type) || isFloat(result.type))
    numerics::convert(operand.type, operand.bytes.data(), result.type,
                      result.bytes.data(), count, castSaturates(result.type));
  else
    numerics::convertIntegers(operand.type, operand.bytes.data(), result.type,
                              result.bytes.data(), count);
}

void evaluateElementwise(graph::ElementwiseOpInterface op, Operands operands,
                         Tensor &result, const EvaluateOptions &options) {
  ElementwiseForm form = op.getElementwiseForm();
  if (form.kind == Kind::select)
    return evaluateSelect(operands, result, options);
  if (form.kind == Kind::cast)
    return evaluateCast(*operands[0], result);
  ElementType type = operands[0]->type;
  if (isFloat(type))
    evaluateIn<float>(form, operands, result, options);
  else if (type == ElementType::i64)
    evaluateIn<int64_t>(form, operands, result, options);
  else
    evaluateIn<int32_t>(form, operands, result, options);
}

void applyAlu(isa::AluOp op, const Tensor &left, const Tensor &right,
              Tensor &result, const EvaluateOptions &options) {
  evaluateIn<float>(ElementwiseForm::binary(op), {&left, &right}, result,
                    options);
}

} // namespace glia::evaluator
