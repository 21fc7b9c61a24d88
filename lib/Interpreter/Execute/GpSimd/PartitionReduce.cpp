//===- PartitionReduce.cpp - Reduces across partitions --------------------===//
//
// Ascending by partition, so that the order of a sum is one that anybody can
// write down.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Integers.h"
#include "lib/Interpreter/Rows.h"
#include <cmath>

namespace glia::interpreter {

/// The rows of all partitions, the first of which takes the result.
static void combine(Core &core, isa::AluOp op, std::vector<float> &rows,
                    uint64_t n) {
  for (uint64_t at = n; at < rows.size(); at += n)
    core.kernels.alu(op, rows.data(), rows.data() + at, rows.data(), n);
  rows.resize(n);
}

llvm::Error execute(Core &core, const isa::PartitionReduce &x) {
  if (isWideInteger(x.source.type) ||
      x.op == isa::PartitionReduceOp::bitwise_and ||
      x.op == isa::PartitionReduceOp::bitwise_or) {
    ElementType type = x.source.type;
    std::vector<int64_t> result =
        reduceIntegers(core.kernels, x.op, type, readIntegers(core, x.source),
                       x.source.elementsPerPartition());
    RowWriter writer(core, x.destination, {}, 0, storeRule(x));
    writer.storeIntegers(0, wideType(type), result.data());
    return llvm::Error::success();
  }
  std::vector<float> rows = readFloats(core, x.source);
  combine(core,
          x.op == isa::PartitionReduceOp::max   ? isa::AluOp::max
          : x.op == isa::PartitionReduceOp::min ? isa::AluOp::min
                                                : isa::AluOp::add,
          rows, x.source.elementsPerPartition());
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
