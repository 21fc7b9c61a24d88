//===- LoadStationary.cpp - Loads the stationary matrix -------------------===//
//
// Packed once here, in the micro-kernel's layout, and used by every
// multiply_moving until the next load. With double rows the elements of a
// partition are two rows of the matrix, one after the other.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Product.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::LoadStationary &x) {
  RowReader reader(core, x.stationary, {}, 0);
  unsigned rows = x.doubleRow ? 2 : 1, k = x.stationary.partitions,
           elements = static_cast<unsigned>(reader.elements());
  numerics::PackedStationary &packed = core.loadTile(
      tileOf(x),
      {x.stationary.type, x.doubleRow ? RowLayout::pair : RowLayout::single});
  if (x.stationary.type == ElementType::f32 &&
      rowPattern(x.stationary).isDense()) {
    packStationary(
        core, packed,
        {reinterpret_cast<const float *>(core.start(x.stationary)),
         static_cast<ptrdiff_t>(core.memory(x.stationary.space).stride() /
                                sizeof(float))},
        elements, k);
    return llvm::Error::success();
  }
  float *matrix = core.scratch<float>(1, uint64_t(k) * elements);
  for (unsigned p = 0; p < k; ++p)
    std::memcpy(matrix + size_t(p) * elements, reader.floats(p),
                elements * sizeof(float));
  unsigned m = elements / rows;
  packStationary(core, packed, {matrix, static_cast<ptrdiff_t>(m)}, m,
                 k * rows);
  return llvm::Error::success();
}

} // namespace glia::interpreter
