//===- Integers.cpp - Exact integer steps of the engines ------------------===//
//
// Patterns of every width are worked on in 64 bits: zero-extended, but for the
// left side of an arithmetic shift, whose sign is extended from its own width.
// What is cut off again at the store is then what the narrow operation gives.
//
//===----------------------------------------------------------------------===//
#include "Integers.h"

namespace glia::interpreter {

static ElementType unsignedOf(unsigned bytes) {
  return bytes == 1   ? ElementType::u8
         : bytes == 2 ? ElementType::u16
         : bytes == 4 ? ElementType::u32
                      : ElementType::u64;
}
static ElementType signedOf(unsigned bytes) {
  return bytes == 1   ? ElementType::i8
         : bytes == 2 ? ElementType::i16
         : bytes == 4 ? ElementType::i32
                      : ElementType::i64;
}

/// Unsigned 64-bit numbers compare as signed ones do with their signs flipped.
static void flippedStep(const numerics::Kernels &kernels, isa::AluOp op,
                        const int64_t *left, const int64_t *right, int64_t *out,
                        uint64_t n) {
  std::vector<int64_t> a(left, left + n), b(right, right + n);
  for (uint64_t i = 0; i < n; ++i) {
    a[i] ^= INT64_MIN;
    b[i] ^= INT64_MIN;
  }
  kernels.alu64(op, a.data(), b.data(), out, n);
  if (!isa::isComparison(op))
    for (uint64_t i = 0; i < n; ++i)
      out[i] ^= INT64_MIN;
}

static uint64_t unsignedPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, base *= base)
    if (exponent & 1)
      result *= base;
  return result;
}

static void unsignedStep(const numerics::Kernels &kernels, isa::AluOp op,
                         const int64_t *left, const int64_t *right,
                         int64_t *out, uint64_t n) {
  switch (op) {
  case isa::AluOp::max:
  case isa::AluOp::min:
  case isa::AluOp::less:
  case isa::AluOp::less_equal:
  case isa::AluOp::greater:
  case isa::AluOp::greater_equal:
    return flippedStep(kernels, op, left, right, out, n);
  case isa::AluOp::divide:
    for (uint64_t i = 0; i < n; ++i)
      out[i] = right[i] ? static_cast<int64_t>(static_cast<uint64_t>(left[i]) /
                                               static_cast<uint64_t>(right[i]))
                        : -1;
    return;
  case isa::AluOp::abs_max:
    return flippedStep(kernels, isa::AluOp::max, left, right, out, n);
  case isa::AluOp::abs_min:
    return flippedStep(kernels, isa::AluOp::min, left, right, out, n);
  case isa::AluOp::abs:
  case isa::AluOp::relu:
    std::memmove(out, left, n * sizeof(int64_t));
    return;
  case isa::AluOp::power:
    for (uint64_t i = 0; i < n; ++i)
      out[i] = static_cast<int64_t>(unsignedPower(
          static_cast<uint64_t>(left[i]), static_cast<uint64_t>(right[i])));
    return;
  default:
    return kernels.alu64(op, left, right, out, n);
  }
}

void integerStep(const numerics::Kernels &kernels, isa::AluOp op,
                 ElementType type, const int64_t *left, const int64_t *right,
                 int64_t *out, uint64_t n) {
  if (type == ElementType::u64)
    return unsignedStep(kernels, op, left, right, out, n);
  // What is zero-extended is no negative number to any of them.
  kernels.alu64(op, left, right, out, n);
  if (type == ElementType::u32)
    for (uint64_t i = 0; i < n; ++i)
      out[i] = static_cast<int64_t>(static_cast<uint32_t>(out[i]));
}

static isa::AluOp stepOf(isa::PartitionReduceOp op) {
  switch (op) {
  case isa::PartitionReduceOp::add:
  case isa::PartitionReduceOp::average:
    return isa::AluOp::add;
  case isa::PartitionReduceOp::max:
    return isa::AluOp::max;
  case isa::PartitionReduceOp::min:
    return isa::AluOp::min;
  case isa::PartitionReduceOp::bitwise_and:
    return isa::AluOp::bitwise_and;
  case isa::PartitionReduceOp::bitwise_or:
    return isa::AluOp::bitwise_or;
  }
  return isa::AluOp::add;
}

std::vector<int64_t> reduceIntegers(const numerics::Kernels &kernels,
                                    isa::PartitionReduceOp op, ElementType type,
                                    std::vector<int64_t> rows, uint64_t n) {
  int64_t count = static_cast<int64_t>(rows.size() / n);
  for (uint64_t at = n; at < rows.size(); at += n)
    integerStep(kernels, stepOf(op), type, rows.data(), rows.data() + at,
                rows.data(), n);
  rows.resize(n);
  if (type == ElementType::i32) // what the type holds of a sum
    for (int64_t &value : rows)
      value = static_cast<int32_t>(value);
  if (op == isa::PartitionReduceOp::average) {
    std::vector<int64_t> counts(n, count);
    integerStep(kernels, isa::AluOp::divide, type, rows.data(), counts.data(),
                rows.data(), n);
  }
  return rows;
}

/// `bits` as 64-bit patterns.
static void widen(const uint8_t *bits, unsigned bytes, bool isSigned,
                  int64_t *out, uint64_t n) {
  numerics::convertIntegers(isSigned ? signedOf(bytes) : unsignedOf(bytes),
                            bits, ElementType::i64, out, n);
}

/// A shift by the type's width or more gives 0, as in the wide operation.
static void limitShifts(isa::AluOp op, int64_t *counts, unsigned bytes,
                        uint64_t n) {
  if (op != isa::AluOp::shift_left && op != isa::AluOp::shift_right)
    return;
  for (uint64_t i = 0; i < n; ++i)
    if (static_cast<uint64_t>(counts[i]) >= bytes * 8)
      counts[i] = 64;
}

void bitwiseRows(Core &core, isa::AluOp op, const isa::OnChipOperand &left,
                 const isa::OnChipOperand &right,
                 const isa::OnChipOperand &destination) {
  RowReader leftRows(core, left, destination, 0),
      rightRows(core, right, destination, 1);
  RowWriter writer(core, destination, {&left, &right}, 2);
  uint64_t n = writer.elements();
  unsigned bytes = elementBytes(left.type);
  bool isSigned = op == isa::AluOp::shift_right_arithmetic;
  for (unsigned p = 0; p < destination.partitions; ++p) {
    int64_t *a = core.scratch<int64_t>(3, n), *b = core.scratch<int64_t>(4, n);
    widen(leftRows.bits(p), bytes, isSigned, a, n);
    widen(rightRows.bits(p), elementBytes(right.type), false, b, n);
    limitShifts(op, b, bytes, n);
    core.kernels.alu64(op, a, b, a, n);
    if (left.type == ElementType::boolean) // is zero where its byte is
      for (uint64_t i = 0; i < n; ++i)
        a[i] &= 0xFF;
    writer.storeIntegers(p, ElementType::i64, a);
  }
}

void bitwiseScalarRows(Core &core, const isa::TensorScalar &x) {
  RowReader source(core, x.source, x.destination, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2);
  uint64_t n = writer.elements();
  unsigned bytes = elementBytes(x.source.type);
  uint64_t mask = bytes == 8 ? ~uint64_t(0) : (uint64_t(1) << bytes * 8) - 1;
  auto scalars0 = core.integerScalars(x.scalar0, x.source.partitions),
       scalars1 = core.integerScalars(x.scalar1, x.source.partitions);
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    int64_t *row = core.scratch<int64_t>(3, n),
            *spread = core.scratch<int64_t>(4, n);
    widen(source.bits(p), bytes, false, row, n);
    auto step = [&](isa::AluOp op, int64_t scalar, bool reverse) {
      std::fill_n(spread, n,
                  static_cast<int64_t>(static_cast<uint64_t>(scalar) & mask));
      int64_t *left = reverse ? spread : row, *right = reverse ? row : spread;
      if (op == isa::AluOp::shift_right_arithmetic)
        for (uint64_t i = 0; i < n; ++i)
          left[i] = static_cast<int64_t>(static_cast<uint64_t>(left[i])
                                         << (64 - bytes * 8)) >>
                    (64 - bytes * 8);
      limitShifts(op, right, bytes, n);
      core.kernels.alu64(op, left, right, row, n);
      for (uint64_t i = 0; i < n; ++i)
        row[i] = static_cast<int64_t>(static_cast<uint64_t>(row[i]) & mask);
    };
    step(x.op0, scalars0[p], x.reverse0);
    if (x.op1 != isa::AluOp::bypass)
      step(x.op1, scalars1[p], x.reverse1);
    writer.storeIntegers(p, ElementType::i64, row);
  }
}

} // namespace glia::interpreter
