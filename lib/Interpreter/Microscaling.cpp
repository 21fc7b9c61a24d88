//===- Microscaling.cpp - Scaled operands as matrices ---------------------===//
#include "Microscaling.h"

namespace glia::interpreter {

Matrix scaledMatrix(Core &core, const isa::OnChipOperand &elements,
                    const isa::OnChipOperand &scale) {
  RowReader reader(core, elements, {}, 0), scales(core, scale, {}, 3);
  uint64_t n = reader.elements(), columns = n / mxElements;
  float *matrix = core.scratch<float>(1, elements.partitions * n);
  for (unsigned p = 0; p < elements.partitions; ++p) {
    const float *row = reader.floats(p);
    const uint8_t *rowScales =
        scales.bits(mxScaleRow(p / mxPartitions, scale.partitions));
    // Element 4 c + j of the partition is column c of the matrix's row 4 p + j.
    for (uint64_t i = 0; i < n; ++i)
      matrix[(p * mxElements + i % mxElements) * columns + i / mxElements] =
          static_cast<float>(row[i] * mxScale(rowScales[i / mxElements]));
  }
  return {matrix, static_cast<ptrdiff_t>(columns)};
}

} // namespace glia::interpreter
