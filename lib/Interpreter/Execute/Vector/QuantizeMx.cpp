//===- QuantizeMx.cpp - Quantises to the microscaling format --------------===//
//
// Dividing by a power of two is exact in binary64; fp32 then holds every
// quotient that the fp8 types tell from its neighbours, since a group's largest
// element lies just below their largest exponent.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Microscaling.h"
#include "lib/Interpreter/Rows.h"
#include <algorithm>
#include <cmath>

namespace glia::interpreter {

/// The stored scale of a group whose largest magnitude is `largest`.
static uint8_t scaleOf(float largest, ElementType type) {
  if (!(largest <= std::numeric_limits<float>::max()))
    return mxNanScale;
  if (largest == 0)
    return 0;
  int highest = type == ElementType::f8e5m2 ? 15 : 8;
  // Exact in binary64, whose exponent field is the floor of log2.
  int exponent = static_cast<int>(
      (std::bit_cast<uint64_t>(static_cast<double>(largest)) >> 52) - 1023);
  return static_cast<uint8_t>(std::max(exponent - (highest - 1), -127) + 127);
}

llvm::Error execute(Core &core, const isa::QuantizeMx &x) {
  RowReader source(core, x.source, {}, 0);
  RowWriter writer(core, x.destination, {&x.source}, 2),
      scaleWriter(core, x.scale, {&x.source}, 4);
  unsigned partitions = x.source.partitions;
  uint64_t n = source.elements(), groups = n / mxElements;
  float *rows = core.scratch<float>(3, partitions * n);
  for (unsigned p = 0; p < partitions; ++p)
    std::copy_n(source.floats(p), n, rows + p * n);
  std::vector<uint8_t> all(partitions / mxPartitions * groups);
  std::vector<float> scaled(n);
  for (unsigned first = 0; first < partitions; first += mxPartitions) {
    uint8_t *scales = all.data() + first / mxPartitions * groups;
    for (uint64_t g = 0; g < groups; ++g) {
      float largest = 0;
      for (unsigned p = 0; p < mxPartitions; ++p)
        for (unsigned j = 0; j < mxElements; ++j)
          largest = core.kernels.stepOf(isa::AluOp::abs_max)(
              largest, rows[(first + p) * n + g * mxElements + j]);
      scales[g] = scaleOf(largest, x.destination.type);
    }
    for (unsigned p = 0; p < mxPartitions; ++p) {
      for (uint64_t i = 0; i < n; ++i)
        scaled[i] = static_cast<float>(rows[(first + p) * n + i] /
                                       mxScale(scales[i / mxElements]));
      writer.commitFloats(first + p, scaled.data());
    }
  }
  for (unsigned group = 0; group < partitions / mxPartitions; ++group)
    scaleWriter.storeBits(mxScaleRow(group, x.scale.partitions),
                          all.data() + group * groups);
  return llvm::Error::success();
}

} // namespace glia::interpreter
