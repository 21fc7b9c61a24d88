//===- PartitionReduce.cpp - Reduces across partitions --------------------===//
//
// Ascending by partition, so that the order of a sum is one that anybody can
// write down. An unsigned maximum is the signed one with the sign flipped.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"
#include <cmath>

namespace glia::interpreter {

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

/// The rows of all partitions, the first of which takes the result.
template <typename T, typename Kernel>
static void combine(Kernel kernel, isa::AluOp op, std::vector<T> &rows,
                    uint64_t n) {
  for (uint64_t at = n; at < rows.size(); at += n)
    kernel(op, rows.data(), rows.data() + at, rows.data(), n);
  rows.resize(n);
}

/// A sum of unsigned 64-bit integers divides as such.
static int64_t divide(int64_t sum, int64_t count, ElementType type) {
  if (type == ElementType::u64)
    return static_cast<int64_t>(static_cast<uint64_t>(sum) /
                                static_cast<uint64_t>(count));
  return sum / count;
}

static void onIntegers(Core &core, const isa::PartitionReduce &x) {
  std::vector<int64_t> rows = readIntegers(core, x.source);
  bool flip = x.source.type == ElementType::u64 &&
              (x.op == isa::PartitionReduceOp::max ||
               x.op == isa::PartitionReduceOp::min);
  auto flipAll = [&] {
    for (int64_t &value : rows)
      value ^= INT64_MIN;
  };
  if (flip)
    flipAll();
  combine(core.kernels.alu64, stepOf(x.op), rows,
          x.source.elementsPerPartition());
  if (flip)
    flipAll();
  if (bitWidth(x.source.type) == 32) // what 32 bits hold
    for (int64_t &value : rows)
      value = x.source.type == ElementType::i32
                  ? static_cast<int32_t>(value)
                  : static_cast<int64_t>(static_cast<uint32_t>(value));
  if (x.op == isa::PartitionReduceOp::average)
    for (int64_t &value : rows)
      value = divide(value, x.source.partitions, x.source.type);
  RowWriter writer(core, x.destination, {}, 0, storeRule(x));
  writer.storeIntegers(0,
                       x.source.type == ElementType::u64 ? ElementType::u64
                                                         : ElementType::i64,
                       rows.data());
}

llvm::Error execute(Core &core, const isa::PartitionReduce &x) {
  if (isWideInteger(x.source.type) ||
      x.op == isa::PartitionReduceOp::bitwise_and ||
      x.op == isa::PartitionReduceOp::bitwise_or) {
    onIntegers(core, x);
    return llvm::Error::success();
  }
  std::vector<float> rows = readFloats(core, x.source);
  combine(core.kernels.alu, stepOf(x.op), rows,
          x.source.elementsPerPartition());
  if (x.op == isa::PartitionReduceOp::average) {
    std::vector<float> count(rows.size(), x.source.partitions);
    core.kernels.alu(isa::AluOp::divide, rows.data(), count.data(), rows.data(),
                     rows.size());
  }
  for (float &value : rows) // of one partition, nothing has been computed yet
    if (std::isnan(value))
      value = std::bit_cast<float>(numerics::canonicalNan);
  RowWriter writer(core, x.destination, {}, 0, storeRule(x));
  writer.commitFloats(0, rows.data());
  return llvm::Error::success();
}

} // namespace glia::interpreter
